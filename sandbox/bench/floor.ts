interface Page {
	contacts: Array<{ id: string }>;
	next: string | null;
}

/** Lists all contacts as fast as a client can that does nothing but parse and collect them. */
export async function listWithFetch(
	baseUrl: string,
	accessToken: string,
	pageSize: number,
): Promise<{ durationMs: number; last: { id: string } }> {
	const contacts: Page['contacts'] = [];
	const startedAt = performance.now();
	let url: string | null = `${baseUrl}/v1/contacts?pageSize=${pageSize}`;
	while (url !== null) {
		const response: Response = await fetch(url, {
			headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
		});
		const page = (await response.json()) as Page;
		for (const contact of page.contacts) contacts.push(contact);
		url = page.next;
	}
	return { durationMs: performance.now() - startedAt, last: contacts.at(-1)! };
}
