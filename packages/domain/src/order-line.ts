/** What a line of an order charges for. */
export const ORDER_LINE_KINDS = ['analysis', 'material'] as const
export type OrderLineKind = (typeof ORDER_LINE_KINDS)[number]
