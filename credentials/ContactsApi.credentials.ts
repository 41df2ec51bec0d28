import type {
	IAuthenticate,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate } from './contactsApi/authenticate';
import { connectionCheck } from './contactsApi/connectionCheck';

const REQUIRED_TEXT = { type: 'string', required: true, default: '' } as const;

/** Exchanges the client ID and the refresh token for an access token, and adds it to every request. */
export class ContactsApi implements ICredentialType {
	name = 'contactsApi';

	displayName = 'Contacts API';

	icon: Icon = {
		light: 'file:../nodes/Contacts/contacts.svg',
		dark: 'file:../nodes/Contacts/contacts.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-contacts-api#credential';

	/** `authenticate` allows a single origin, which is stricter than n8n's list of domains. */
	hideDomainRestrictionFields = true;

	properties: INodeProperties[] = [
		{
			displayName: 'Auth URL',
			name: 'authUrl',
			...REQUIRED_TEXT,
			placeholder: 'e.g. https://auth.example.com',
			description: 'Address of the authorization host, which issues access tokens at /token',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			...REQUIRED_TEXT,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the API host, the only one that the access token is sent to',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			...REQUIRED_TEXT,
			placeholder: 'e.g. client_4f2a',
			description: 'Identifies the client, as issued by the operator of the service',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			...REQUIRED_TEXT,
			typeOptions: { password: true },
			description:
				'Long-lived secret that is exchanged for access tokens; treat it like a password',
		},
		{
			displayName: 'Organization ID',
			name: 'orgId',
			type: 'string',
			default: '',
			placeholder: 'e.g. org_18c3',
			description:
				"Identifies the client's organization, for your reference; not sent, and may be empty",
		},
		{
			displayName: 'Scopes',
			name: 'scopes',
			type: 'multiOptions',
			options: [
				{ name: 'Read Contacts (contacts.read)', value: 'contacts.read' },
				{ name: 'Write Contacts (contacts.write)', value: 'contacts.write' },
			],
			default: [],
			description:
				'Permissions that the operator granted, only named in messages; others by an expression',
		},
	];

	authenticate: IAuthenticate = authenticate;

	test: ICredentialTestRequest = connectionCheck;
}
