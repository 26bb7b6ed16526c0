type WithNumber = (number: string) => string

/** What mails, calendar and receipt of an order say. Nothing here names an analysis: subjects and file names are read by others. */
export interface OrderTexts {
  received: { subject: WithNumber; heading: WithNumber; intro: (until: string) => string; button: string }
  paid: { subject: WithNumber; heading: WithNumber; intro: string; button: string; calendar: string }
  expired: { subject: WithNumber; heading: WithNumber; intro: string; button: string }
  tomorrow: { subject: WithNumber; heading: string; intro: string; button: string }
  refundDue: {
    subject: WithNumber
    heading: string
    late: string
    second: string
    next: string
    button: string
  }
  refunded: { subject: WithNumber; heading: string; intro: (sum: string) => string; button: string }
  facts: { order: string; visit: string; place: string; phone: string; total: string }
  nurseComes: string
  /** Parts of an address behind the house. */
  place: { flat: WithNumber; entrance: WithNumber; floor: WithNumber }
  preparation: {
    title: (firstName: string) => string
    fast: (hours: number, from: string) => string
    beforeFeed: string
    nothing: string
    own: (names: string) => string
    /** The nurse brings the container for urine that has to be collected before. */
    urine: string
  }
  calendar: {
    branch: string
    homeCall: string
    description: (number: string, url: string) => string
  }
  receipt: {
    title: WithNumber
    paidAt: string
    paidWith: string
    transaction: string
    refunded: string
    test: string
    item: string
    quantity: string
    sum: string
    subtotal: string
    delivery: string
    total: string
    page: (page: number, pages: number) => string
    note: string
  }
}
