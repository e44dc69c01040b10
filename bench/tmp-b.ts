process.argv.splice(2, process.argv.length, ...(process.env.BARGS ?? '').split(' '))
await import('./main')
