import { ContactSkeleton } from "@/features/notice/contact/components/contact-skeleton";

export default ContactSkeleton;
