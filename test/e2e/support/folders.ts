import { join } from 'node:path';

export const ROOT = join(__dirname, '../../..');

/** What a run leaves for people to look at; ignored by git. */
export const OUTPUT_FOLDER = join(ROOT, '.cache/e2e');

export const SCREENSHOT_FOLDER = join(OUTPUT_FOLDER, 'screenshots');

/** The pictures of the README, which editor.test.ts takes with README_PICTURES=1. */
export const README_PICTURES_FOLDER = join(ROOT, 'docs/screenshots');

/** A user folder of n8n in which the packed package is installed, and nothing else is. */
export const TEMPLATE_FOLDER = join(OUTPUT_FOLDER, 'n8n-with-package');

/** The harness that installs and starts n8n. */
export const LAUNCHER_FOLDER = join(ROOT, 'sandbox/n8n');
