import { products } from "@/features/product/product.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({
  GET: products.get,
  PUT: products.update,
  DELETE: products.remove,
});
