/** Of the person of a role for trying the desk out. */
export const demoEmail = (role: string) => `${role.toLowerCase()}@desk.example`
