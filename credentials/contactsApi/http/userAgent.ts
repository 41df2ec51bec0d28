import { name, version } from '../../../package.json';

/** Shows the operator of the service which client sends the requests. */
export const USER_AGENT = `${name}/${version}`;
