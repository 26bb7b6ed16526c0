import { FORM_OWNER } from './form-draft.ts'

/** Put it into a long form of a logged-in page, with `formOwnerOf` of the server: a session that ends meanwhile loses nothing. */
export function FormOwner({ owner }: { owner: string }) {
  return <input type="hidden" name={FORM_OWNER} value={owner} />
}
