/** Which form of the support page says more about a question. */
export const replyIntent = (id: string) => `reply ${id}`
