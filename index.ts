export { ContactsApi } from './credentials/ContactsApi.credentials';
export { Contacts } from './nodes/Contacts/Contacts.node';
