import { Gallery } from "@/components/gallery/gallery";

export default Gallery;
