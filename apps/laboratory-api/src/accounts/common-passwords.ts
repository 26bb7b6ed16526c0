let commonPasswords: Promise<Set<string>> | undefined

// The list is unpacked at the first need: a process that only serves the catalogue does without it.
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as readonly string[])
}

/** Whether a password (lower case) is among the 49,000 that leaked most often. */
export async function isCommonPassword(lowerCasePassword: string): Promise<boolean> {
  commonPasswords ??= load()
  return (await commonPasswords).has(lowerCasePassword)
}
