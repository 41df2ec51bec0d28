/** The Contacts service for `npm run bench`: `service-process.ts <data folder>`. */
import { startService } from '../service/index.ts';

// The benchmark has ended, however that happened.
process.once('disconnect', () => process.exit());

const { authUrl, baseUrl, ca, caFile } = await startService({ dataDir: process.argv[2] });
process.send!({ authUrl, baseUrl, ca, caFile });
