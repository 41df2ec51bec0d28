import { name, version } from '../../../package.json';

/** Tells operators which client sends the requests. */
export const USER_AGENT = `${name}/${version}`;
