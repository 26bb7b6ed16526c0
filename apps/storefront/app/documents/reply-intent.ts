/** The intent of the support page's form that adds to one question. */
export const replyIntent = (id: string) => `reply ${id}`
