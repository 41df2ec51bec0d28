// Must be set before n8n-core is loaded, whose engine logs the errors of nodes to the console.
process.env.N8N_LOG_LEVEL = 'silent';
