import type { OrderTexts } from './order-texts.ts'

export const en: OrderTexts = {
  received: {
    subject: (number) => `Order ${number}: waiting for your payment`,
    heading: (number) => `Order ${number}`,
    intro: (until) =>
      `We have your order and keep the time for you. Please pay by ${until}; after that the time is free for others.`,
    button: 'Pay or see the order',
  },
  paid: {
    subject: (number) => `Order ${number} is paid`,
    heading: (number) => `Order ${number} is paid`,
    intro: 'Thank you. Everything is arranged for your visit.',
    button: 'See the order',
    calendar: 'The visit is attached for your calendar.',
  },
  expired: {
    subject: (number) => `Order ${number} was not paid in time`,
    heading: (number) => `Order ${number} has expired`,
    intro:
      'No payment reached us in time, so the visit is not booked any more. You can order again at any time.',
    button: 'See the order',
  },
  tomorrow: {
    subject: (number) => `Your visit is tomorrow (order ${number})`,
    heading: 'Your visit is tomorrow',
    intro: 'A reminder of your visit, and of what to mind before it.',
    button: 'See the order',
  },
  refundDue: {
    subject: (number) => `Order ${number}: we will give money back`,
    heading: 'A payment will be given back',
    late: 'Your payment reached us when the order was already closed, so the visit is not booked.',
    second: 'The order was paid already, and now a second payment for it has reached us.',
    next: 'We give the whole sum back to where it came from; you need not do anything. It usually takes up to seven working days.',
    button: 'See the order',
  },
  refunded: {
    subject: (number) => `Order ${number}: money given back`,
    heading: 'The payment has been given back',
    intro: (sum) =>
      `We have sent ${sum} back to where it came from. Your bank may take some days to show it.`,
    button: 'See the order',
  },
  facts: { order: 'Order', visit: 'Visit', place: 'Place', phone: 'Phone', total: 'Total' },
  nurseComes: 'The nurse comes to you',
  place: {
    flat: (n) => `apt. ${n}`,
    entrance: (n) => `entrance ${n}`,
    floor: (n) => `floor ${n}`,
  },
  preparation: {
    title: (firstName) => `${firstName}: before the visit`,
    fast: (hours, from) => `Do not eat for ${hours} hours: nothing from ${from}. Still water is fine.`,
    beforeFeed: 'No fasting: the sample is collected right before the next feed.',
    nothing: 'No preparation is needed.',
    own: (names) => `Your own container, to have ready for the visit: ${names}.`,
    urine:
      'The urine has to be collected before the nurse comes, and she brings the container only with her. Get a urine container at a pharmacy or at one of our branches beforehand, and hand the filled one to her.',
  },
  calendar: {
    branch: 'Visit to the laboratory',
    homeCall: 'Visit of the nurse',
    description: (number, url) => `Order ${number}\n${url}`,
  },
  receipt: {
    title: (number) => `Receipt for order ${number}`,
    paidAt: 'Paid',
    paidWith: 'Paid with',
    transaction: 'Transaction',
    refunded: 'Refunded',
    test: 'Test payment: no money was moved.',
    item: 'Service',
    quantity: 'Qty',
    sum: 'Sum',
    subtotal: 'Subtotal',
    delivery: 'Visit of the nurse',
    total: 'Total',
    page: (page, pages) => `Page ${page} of ${pages}`,
    note: 'This receipt confirms the payment. It was made electronically and is valid without a signature.',
  },
}
