import { getWizard, restartWizard, saveWizard } from "@/features/setup-wizard/wizard.operations";
import { handle } from "@/lib/http/handle";

export const { GET, POST, PUT, PATCH, DELETE } = handle({ GET: getWizard, PUT: saveWizard, DELETE: restartWizard });
