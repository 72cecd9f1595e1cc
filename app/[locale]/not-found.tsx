import { NotFoundView } from "@/components/shell/not-found-view";

export default NotFoundView;
