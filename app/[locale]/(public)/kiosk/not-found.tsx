import { DeadBoard } from "@/features/share-code/components/kiosk-page";

export default DeadBoard;
