const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the text is a UUID as the API writes it, in lower case; nothing else is looked up among ids. */
export const isUuid = (text: string): boolean => UUID.test(text)
