/** The address of the demo person with this role. */
export const demoEmail = (role: string) => `${role.toLowerCase()}@desk.example`
