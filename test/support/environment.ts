// Set before n8n-core is loaded: its engine writes what a failing node says to the console.
process.env.N8N_LOG_LEVEL = 'silent';
