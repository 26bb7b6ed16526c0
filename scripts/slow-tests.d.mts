export const isSlow: (test: { file: string; tags: readonly string[] }) => boolean
