import { saveRecord } from "@/lib/http/save-record";
import type { ProductDto, ProductInput } from "./product.schema";

export const PRODUCT_PATH = "/service/product";

/** Creates a product, or updates the one with this id. */
export const saveProduct = (id: number | null, values: ProductInput): Promise<ProductDto> =>
  saveRecord(PRODUCT_PATH, id, values);
