import type { en } from '../locales/en.ts'

type Path<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Path<Tree[Name]>}`
}[keyof Tree & string]

type Namespaces = typeof en
type KeysOf<Name extends keyof Namespaces> = Path<Namespaces[Name]>

/** Key of a text: plain for the namespace `common`, for any other after its name and a colon (`cart:title`). */
export type TextKey = {
  [Name in keyof Namespaces & string]: Name extends 'common' ? KeysOf<Name> : `${Name}:${KeysOf<Name>}`
}[keyof Namespaces & string]
