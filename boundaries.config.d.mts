/** The files of the main API that may be used, by area and used area. */
export const AREAS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
