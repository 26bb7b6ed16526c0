export type ProgramName = 'storefront' | 'laboratory-api' | 'desk' | 'hl7-gateway'
export const PROGRAMS: Readonly<Record<ProgramName, { server: string; from: readonly string[] }>>
export const sourcesOf: (name: ProgramName) => string[]
export const startedWith: (
  program: ProgramName,
  args: readonly string[],
  environment: { HL7_GATEWAY?: string },
) => ProgramName[]
