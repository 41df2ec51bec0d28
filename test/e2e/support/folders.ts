import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** Screenshots, logs and other output of a run; ignored by git. */
export const OUTPUT_FOLDER = join(ROOT, '.cache/e2e');

export const SCREENSHOT_FOLDER = join(OUTPUT_FOLDER, 'screenshots');

/** A user folder of n8n with nothing but the packed package; copied for each n8n. */
export const TEMPLATE_FOLDER = join(OUTPUT_FOLDER, 'n8n-with-package');

/** A data folder of the service; copied for each service, so that all have the same certificate. */
export const SERVICE_FOLDER = join(OUTPUT_FOLDER, 'service');

export const EXAMPLES_FOLDER = join(ROOT, 'examples');
