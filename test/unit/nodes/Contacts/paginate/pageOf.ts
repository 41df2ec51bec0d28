import { type Page, pageAt } from '../../../../../nodes/Contacts/paginate/page';

/** Reads a body as a page with its contacts at `list`. */
export const pageOf = (body: object, number = 1): Page =>
	pageAt({ status: 200, headers: new Headers(), body }, { path: ['list'], inner: '' }, number);
