import { getWizard, restartWizard, saveWizard } from "@/features/setup-wizard/wizard.operations";
import { handle } from "@/lib/http/handle";

export const GET = handle(getWizard);
export const PUT = handle(saveWizard);
export const DELETE = handle(restartWizard);
