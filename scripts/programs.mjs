// The programs: what starts each, and what it is built from. Plain JavaScript for Node 20, as `project.mjs`.

export const PROGRAMS = {
  storefront: {
    server: 'apps/storefront/build/server/server.js',
    from: ['apps/storefront', 'apps/laboratory-api', 'apps/sandbox'],
  },
  'laboratory-api': {
    server: 'apps/laboratory-api/build/main.js',
    from: ['apps/laboratory-api', 'apps/sandbox'],
  },
  desk: { server: 'apps/desk/build/server/server.js', from: ['apps/desk', 'apps/storefront/app'] },
  'hl7-gateway': { server: 'apps/hl7-gateway/build/main.js', from: ['apps/hl7-gateway'] },
}

const FROM_ALL = [
  'apps/partner-settings.ts',
  'packages',
  'partners',
  'catalogue',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/server-output.ts',
]

/** The files and folders of which the program is made: if one changes, it is built again. */
export const sourcesOf = (name) => [...PROGRAMS[name].from, ...FROM_ALL]

/** What `npm start` starts: with the shop, the desk and, if wanted, the gateway; any other program alone. */
export function startedWith(program, args, { HL7_GATEWAY }) {
  if (program !== 'storefront' || args.length > 0) return [program]
  return ['storefront', 'desk', ...(HL7_GATEWAY === 'true' ? ['hl7-gateway'] : [])]
}
