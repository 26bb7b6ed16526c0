// The bundle's one entry: the shop, or with `laboratory-api` as argument the main API alone.
if (process.argv[2] === 'laboratory-api') await import('./laboratory-api-server.ts')
else await import('./server.ts')

export {}
