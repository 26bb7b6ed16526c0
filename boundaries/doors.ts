/** By module: the other modules that it may use, with those of their files that it may import. */
export type Doors = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
