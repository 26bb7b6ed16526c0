const USER_AGENT_LENGTH = 300

/** The name of the browser as it is kept with a session. */
export const storedUserAgent = (sent: string | undefined): string | null =>
  sent?.slice(0, USER_AGENT_LENGTH) || null
