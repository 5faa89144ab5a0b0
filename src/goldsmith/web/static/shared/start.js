// Runs before a page of the workbench is drawn.

import { applyTheme } from "./theme.js";

applyTheme();
