/** What the laboratory's interface allows for each type, in SMART's letters: create, read, update, search. */
export const INTERACTIONS = {
  ServiceRequest: 'rs',
  Patient: 'r',
  Specimen: 'cru',
  Location: 'r',
  DiagnosticReport: 'cru',
  Observation: 'cru',
} as const
export type ResourceType = keyof typeof INTERACTIONS
export type Interaction = 'c' | 'r' | 'u' | 's'
/** `Patient.r` */
export type Permission = `${ResourceType}.${Interaction}`
export type Permissions = ReadonlySet<Permission>

export const RESOURCE_TYPES = Object.keys(INTERACTIONS) as ResourceType[]

/** The scope words of SMART's first version, which are still in use. */
const FIRST_VERSION: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }
const SCOPE = /^system\/([A-Za-z]+|\*)\.(read|write|\*|c?r?u?d?s?)$/

/**
 * The permissions in scopes such as `system/Patient.r system/*.read`; scopes for anything the interface does not
 * have grant nothing.
 */
export function permissionsOfScopes(scopes: readonly string[]): Set<Permission> {
  const permissions = new Set<Permission>()
  for (const scope of scopes) {
    const [, named = '', words = ''] = SCOPE.exec(scope) ?? []
    const letters = FIRST_VERSION[words] ?? words
    for (const type of RESOURCE_TYPES.filter((each) => named === '*' || named === each)) {
      for (const letter of INTERACTIONS[type]) {
        if (letters.includes(letter)) permissions.add(`${type}.${letter as Interaction}`)
      }
    }
  }
  return permissions
}

/** The permissions as scopes, one for each type. */
export function scopesOf(permissions: Permissions): string[] {
  return RESOURCE_TYPES.flatMap((type) => {
    const letters = [...INTERACTIONS[type]].filter((letter) =>
      permissions.has(`${type}.${letter as Interaction}`),
    )
    return letters.length > 0 ? [`system/${type}.${letters.join('')}`] : []
  })
}

/** Everything that the interface allows. */
export const ALL_PERMISSIONS: Permissions = permissionsOfScopes(['system/*.*'])
