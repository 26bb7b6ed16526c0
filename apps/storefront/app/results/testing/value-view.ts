import type { ValueView } from '../value-view.server.ts'

/** A value in the middle of its range, as pages show it, unless `more` says otherwise. */
export function valueNamed(name: string, more: Partial<ValueView> = {}): ValueView {
  return {
    id: name,
    name,
    group: null,
    text: '5',
    unit: 'g/L',
    decimals: 1,
    isText: false,
    word: 'normal',
    shape: 'in',
    position: 50,
    open: null,
    range: null,
    isOutside: false,
    distance: null,
    method: null,
    comment: null,
    status: null,
    replaced: [],
    earlier: null,
    ...more,
  }
}
