import { switchPrinter } from "@/features/printer/printer.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ PUT: switchPrinter });
