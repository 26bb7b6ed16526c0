import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BookLine, compareStatement } from './compare-statement.ts'
import { readStatement, type StatementLine } from './read-statement.ts'

const HEAD = 'type,payment,amount,currency,time'
const readFile = (csv: string) => readStatement(csv, 'Europe/Minsk')
const linesOf = (csv: string) => readFile(csv).lines
const read = (...lines: string[]) => linesOf([HEAD, ...lines].join('\r\n'))

function refusal(csv: string) {
  try {
    readFile(csv)
    return null
  } catch (error) {
    return (error as { details: { extension: unknown } }).details.extension
  }
}

test('a statement is read whatever its delimiter, order of columns and line endings, and further columns are ignored', () => {
  const line = { type: 'payment', transactionId: 'a-1', amount: 2_880, currency: 'BYN', date: '2040-03-05' }
  expect(read('payment,a-1,28.80,BYN,2040-03-05T09:12:00+03:00')).toEqual([line])
  const other =
    '\uFEFFTime;Bank;Amount;Currency;Payment;Type\n2040-03-05 09:12:00;"x;y";28.8;byn;a-1;PAYMENT\n\n'
  expect(linesOf(other)).toEqual([line])
})

test('sums with a decimal comma and days with dots are read, as they are written in the shop’s countries', () => {
  const line = { type: 'payment', transactionId: 'a-1', amount: 2_880, currency: 'PLN', date: '2040-03-05' }
  expect(read('payment,a-1,"28,80",PLN,05.03.2040')).toEqual([line])
  const other = `${HEAD.replaceAll(',', ';')}\npayment;a-1;28,8;PLN;05.03.2040 23:30`
  expect(linesOf(other)).toEqual([line])
})

test('Stripe’s own balance report is read: charges, refunds and those that failed, in the amounts that the patient paid and got back', () => {
  const head =
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id'
  const report = [
    `${head},customer_facing_amount,customer_facing_currency`,
    'txn_1,2040-03-05 09:12:11,pln,100.40,2.10,98.30,charge,ch_1,pi_1,23.80,eur',
    'txn_2,2040-03-05 22:30:00,pln,-28.80,0.00,-28.80,refund,re_1,pi_2,,',
    'txn_3,2040-03-06 04:00:00,pln,-98.30,0.00,-98.30,payout,po_1,,,',
    'txn_4,2040-03-06 05:00:00,pln,-0.45,0.00,-0.45,fee,fee_1,,,',
    'txn_5,2040-03-06 06:00:00,pln,28.80,0.00,28.80,refund_failure,re_1,pi_2,,',
  ]
  expect(linesOf(report.join('\n'))).toEqual([
    { type: 'payment', transactionId: 'pi_1', amount: 2_380, currency: 'EUR', date: '2040-03-05' },
    { type: 'refund', transactionId: 'pi_2', amount: 2_880, currency: 'PLN', date: '2040-03-06' },
    { type: 'refundFailure', transactionId: 'pi_2', amount: 2_880, currency: 'PLN', date: '2040-03-06' },
  ])
  const withCommas = report.slice(0, 3).map((line) => line.replaceAll(',', ';').replaceAll('.', ','))
  expect(linesOf(withCommas.join('\n')).map(({ amount }) => amount)).toEqual([2_380, 2_880])
  // The person who downloads the report chooses its columns.
  expect(refusal(report.join('\n').replaceAll('payment_intent_id', 'charge_id'))).toEqual({
    line: 1,
    column: 'payment_intent_id',
  })
  expect(refusal(report.slice(0, 2).join('\n').replace('pi_1', ''))).toEqual({
    line: 2,
    column: 'payment_intent_id',
  })
})

/** Headings that bePaid's back office exports, including some of the many that are ignored. */
const BEPAID_HEAD =
  'UID;ID заказа;Статус;Описание;Сумма;Валюта;Комиссия,%;Сумма комиссий;Тип транзакции;Трекинг ID;Дата создания;Дата оплаты'

test('bePaid’s own list is read by its headings: only successful lines, and a refund under its own id', () => {
  const list = [
    BEPAID_HEAD,
    '4107-a;1;Успешный;Заказ 71;28,80;BYN;2;0,58;Платеж;t-1;2040-03-05 09:12:06 +0300;2040-03-05 09:12:11 +0300',
    '4107-b;2;Неуспешный;Заказ 72;28,80;BYN;;;Платеж;t-2;2040-03-05 09:20:06 +0300;',
    '4107-c;3;Успешный;Заказ 71;-5,00;BYN;;;Возврат средств;;2040-03-05 23:30:00 +0000;',
    '4107-d;4;Успешный;Заказ 73;9,00;BYN;;;Отмена;;2040-03-06 09:00:00 +0300;',
    '4107-e;5;Ожидает;Заказ 74;9,00;BYN;;;Платеж;;2040-03-06 09:00:00 +0300;',
  ]
  const { lines, reading } = readFile(`\uFEFF${list.join('\r\n')}\r\n`)
  expect(lines).toEqual([
    { type: 'payment', transactionId: '4107-a', amount: 2_880, currency: 'BYN', date: '2040-03-05' },
    { type: 'refund', transactionId: '4107-c', amount: 500, currency: 'BYN', date: '2040-03-06' },
  ])
  expect(reading).toEqual({
    form: 'bepaid',
    columns: [
      { field: 'type', heading: 'Тип транзакции' },
      { field: 'payment', heading: 'UID' },
      { field: 'amount', heading: 'Сумма' },
      { field: 'currency', heading: 'Валюта' },
      { field: 'time', heading: 'Дата оплаты' },
    ],
    passed: 1,
    unread: {
      count: 2,
      lines: [
        { line: 5, heading: 'Тип транзакции', value: 'Отмена' },
        { line: 6, heading: 'Статус', value: 'Ожидает' },
      ],
    },
  })
  const withCommas = list.map((line) => line.replaceAll(',', '.').replaceAll(';', ','))
  expect(linesOf(withCommas.join('\n'))).toEqual(lines)
  expect(refusal(list.join('\n').replace('Статус', 'Состояние'))).toEqual({ line: 1, column: 'статус' })
})

test('of many lines that cannot be read, the first are named and all are counted', () => {
  const wrong = Array.from({ length: 60 }, () => `payment,a,${'9'.repeat(99)},BYN,2040-03-05`)
  const { unread } = readFile([HEAD, ...wrong, 'payment,a,1,BYN,2040-03-05'].join('\n')).reading
  expect(unread.count).toBe(60)
  expect(unread.lines).toHaveLength(50)
  expect(unread.lines[0]?.value).toHaveLength(60)
})

test('a time counts as a day of the business zone', () => {
  const dates = read(
    'payment,a,1,BYN,2040-03-05T22:30:00Z',
    'payment,b,1,BYN,2040-03-05',
    'payment,c,1,BYN,2040-03-05 23:59',
  ).map(({ date }) => date)
  expect(dates).toEqual(['2040-03-06', '2040-03-05', '2040-03-05'])
})

test('a value that cannot be read is named by line and column, nothing is guessed, and the other lines are read', () => {
  const good = 'payment,a,1.00,BYN,2040-03-05'
  const wrong: [line: string, column: string][] = [
    ['chargeback,a,1.00,BYN,2040-03-05', 'type'],
    ['payment,,1.00,BYN,2040-03-05', 'payment'],
    ['payment,a\u0000,1.00,BYN,2040-03-05', 'payment'],
    ['payment,\ufffd,1.00,BYN,2040-03-05', 'payment'],
    ['payment,a,1.00,BYN,9999-12-31', 'time'],
    ['payment,a,1.00,BYN,0001-01-01', 'time'],
    ['payment,a,"1,000",BYN,2040-03-05', 'amount'],
    ['payment,a,"1,000.00",BYN,2040-03-05', 'amount'],
    ['payment,a,-1.00,BYN,2040-03-05', 'amount'],
    ['payment,a,1.001,BYN,2040-03-05', 'amount'],
    ['payment,a,1.00,USD,2040-03-05', 'currency'],
    ['payment,a,1.00,BYN,03/05/2040', 'time'],
    ['payment,a,1.00,BYN,30.02.2040', 'time'],
    ['payment,a,1.00,BYN,2040-02-30', 'time'],
    ['payment,a,1.00,BYN,2040-03-05T25:00:00Z', 'time'],
  ]
  for (const [line, heading] of wrong) {
    const { lines, reading } = readFile([HEAD, good, line, good].join('\n'))
    expect(lines, line).toHaveLength(2)
    expect(reading.unread, line).toMatchObject({ count: 1, lines: [{ line: 3, heading }] })
    expect(refusal([HEAD, line].join('\n')), line).toEqual({ line: 2, column: heading })
  }
  const longAgo = 'payment,a,1.00,BYN,2038-12-31'
  expect(refusal([HEAD, good, longAgo].join('\n'))).toEqual({ line: 3, column: 'time' })
  expect(refusal('type,payment,amount,time\npayment,a,1.00,2040-03-05')).toEqual({
    line: 1,
    column: 'currency',
  })
  expect(refusal(`amount,${HEAD}\n1,${good}`)).toEqual({ line: 1, column: 'amount' })
  for (const nothing of ['', HEAD, 'not a table at all', '"open quote\n1,2']) {
    expect(refusal(nothing), nothing).toMatchObject({ line: expect.any(Number) })
  }
})

const paid = (transactionId: string, amount: number): BookLine => ({
  type: 'payment',
  transactionId,
  amount,
  currency: 'BYN',
  paymentId: `payment of ${transactionId}`,
  orderNumber: '1000071',
})
const back = (transactionId: string, amount: number) => ({
  ...paid(transactionId, amount),
  type: 'refund' as const,
})
const statementLine = ({ type, transactionId, amount, currency }: BookLine): StatementLine => ({
  type,
  transactionId,
  amount,
  currency,
  date: '2040-03-05',
})

test('compared with the books, each difference is reported once, with both sums', () => {
  const books = [paid('same', 100), paid('ours', 200), paid('less', 300), back('same', 40), back('same', 10)]
  const statement = [paid('same', 100), paid('less', 250), paid('theirs', 50), back('same', 50)].map(
    statementLine,
  )
  const { matched, differences, statement: theirs, books: ours } = compareStatement(statement, books)
  expect(matched).toBe(2)
  expect(differences.map(({ kind, type, transactionId }) => [kind, type, transactionId])).toEqual([
    ['anotherAmount', 'payment', 'less'],
    ['onlyInStatement', 'payment', 'theirs'],
    ['onlyInBooks', 'payment', 'ours'],
  ])
  expect(differences[0]).toMatchObject({
    statement: { price: 2.5, currency: 'BYN' },
    books: { price: 3, currency: 'BYN' },
    orderNumber: '1000071',
  })
  expect(theirs.received).toEqual([{ price: 4, currency: 'BYN' }])
  expect(ours.givenBack).toEqual([{ price: 0.5, currency: 'BYN' }])
})

const movement = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    amount: fc.integer({ min: 1, max: 9_999 }),
    isBack: fc.boolean(),
  })
  .map(({ id, amount, isBack }) => (isBack ? back(id, amount) : paid(id, amount)))

test('the books compared with themselves have no difference, in whatever order they are listed', () => {
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 12 }), (books) => {
      expect(compareStatement(books.map(statementLine).reverse(), books).differences).toEqual([])
    }),
  )
})

test('around midnight, only those refunds of a neighbouring day are compared that the statement has as well', () => {
  const refund = (amount: number) => back('a', amount)
  const stated = [refund(200), refund(300)].map(statementLine)
  const noDifferences = { matched: 1, differences: [], books: { givenBack: [{ price: 5 }] } }
  // The statement has both on this day, the books only one of them.
  expect(compareStatement(stated, [refund(200)], [refund(300)])).toMatchObject(noDifferences)
  // A third one of the day before is in that day's statement.
  expect(compareStatement(stated, [refund(200)], [refund(100), refund(300)])).toMatchObject(noDifferences)
  expect(compareStatement(stated, [], [refund(200), refund(300)])).toMatchObject(noDifferences)
  expect(compareStatement(stated, [refund(500)], [refund(100)])).toMatchObject(noDifferences)
  // One of the day before is less than what is missing, but only the other two make it up.
  const three = [refund(100), refund(200), refund(300)]
  expect(compareStatement(stated, [], three)).toMatchObject(noDifferences)
  // Refunds of other payments do not count, and one that does not fit is shown with its sum.
  const one = compareStatement(stated, [], [back('b', 500), refund(600)])
  expect(one.differences).toMatchObject([
    { kind: 'anotherAmount', statement: { price: 5 }, books: { price: 6 } },
  ])
})
