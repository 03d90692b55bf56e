import { type TestDesk, codeOf, createDeskWithOrder, createTestDesk, read, testOrigin } from '#testing/desk.ts'
import { words } from '#testing/words.ts'
import { createTestClock } from '#testing/clock.ts'
import { createSharedReads } from './forward.ts'
import { describe, expect, test } from 'vitest'

describe('forward', () => {
  const api = '/api/developer/v1'

  /** A server whose vendor always answers this text. */
  const deskOf = (text: string) => createTestDesk({ fetch: async () => new Response(text) })

  const lists = ['cancel-reasons', 'categories', 'brands', 'variant-attributes', 'items'] as const

  test.each(lists)('forwards the list of %s as the vendor sends it', async (name) => {
    const desk = createTestDesk()
    const ours = await (await desk.ask(`${api}/${name}`)).text()
    const [sent] = desk.vendor.requests
    expect(sent).toEqual({
      method: 'GET',
      path: `${api}/${name}`,
      headers: { accept: 'application/json', authorization: expect.stringMatching(/^Bearer /) },
      body: '',
    })
    const theirs = await desk.vendor.fetch(
      new Request(`https://vendor.test${api}/${name}`, { headers: sent?.headers ?? {} }),
    )
    expect(ours).toBe((await theirs.text()).replaceAll('https://vendor.test', testOrigin))
  })

  test.each(words`
  customers orders items/1 brands/ Brands webhooks orders/1/cancel orders/1/items ../v1/tokens
  https://evil.test
`)('refuses %s, which is not in the contract', async (name) => {
    const desk = createTestDesk()
    expect(await codeOf(desk.ask(`${api}/${name}`))).toBe('404 not_found')
    expect(desk.asked()).toEqual([])
  })

  // Queries.

  const badCounts = [
    '0',
    '-1',
    '1.5',
    'abc',
    '1e9',
    '9999999999999999999',
    '',
    ...words`01 +1 %201 １ ١ 0x1 null 1,2 1%00`,
  ]

  test.each(['categories', 'brands', 'items'] as const)(
    '%s: refuses a page that is no count from 1 to 10000',
    async (name) => {
      const desk = createTestDesk()
      for (const page of [...badCounts, '10001', '1&page=2', '1&page=1']) {
        expect(await codeOf(desk.ask(`${api}/${name}?page=${page}`))).toBe('400 bad_page')
      }
      expect(desk.asked()).toEqual([])
    },
  )

  test.each(['page[]=1', 'page[0]=1', 'page%5B%5D=1', 'page[a]=1&page=2', 'per_page[]=5'])(
    'refuses a page given as a list (%s)',
    async (query) => {
      const desk = createTestDesk()
      expect(await codeOf(desk.ask(`${api}/brands?${query}`))).toBe('400 bad_page')
      expect(desk.asked()).toEqual([])
    },
  )

  test.each(['categories', 'brands'] as const)(
    '%s: refuses a per_page that is no count from 1 to 99999',
    async (name) => {
      const desk = createTestDesk()
      for (const perPage of [...badCounts, '100000', '5&per_page=6']) {
        expect(await codeOf(desk.ask(`${api}/${name}?per_page=${perPage}`))).toBe('400 bad_page')
      }
      expect(desk.asked()).toEqual([])
    },
  )

  test.each([
    ['brands?page=2&per_page=100', 'brands?page=2&per_page=100'],
    ['brands?per_page=1', 'brands?per_page=1'],
    ['brands?per_page=101', 'brands?per_page=101'],
    ['categories?page=2&per_page=250', 'categories?page=2&per_page=250'],
    ['categories?per_page=99999', 'categories?per_page=99999'],
    ['brands?page=%31', 'brands?page=1'],
    ['items?page=10000', 'items?page=10000'],
    ['items?page=2&per_page=50', 'items?page=2'],
    ['items?page=2&per_page=abc', 'items?page=2'],
    ['variant-attributes?page=abc&per_page=0', 'variant-attributes'],
    ['cancel-reasons?page=2', 'cancel-reasons'],
    ['items?url=https://evil.test&host=evil.test&token=x&page=3&q=bread', 'items?page=3'],
    ['items?__proto__=1&constructor=2&hasOwnProperty=3', 'items'],
    [`items?x=${'y'.repeat(4000)}`, 'items'],
  ])('sends %s to the vendor as %s', async (asked, sent) => {
    const desk = createTestDesk()
    expect((await desk.ask(`${api}/${asked}`)).status).toBe(200)
    expect(desk.asked()).toEqual([`GET ${api}/${sent}`])
  })

  test('drops the query of an order', async () => {
    const { desk, id } = createDeskWithOrder()
    expect((await desk.ask(`${api}/orders/${id}?page=abc&include=payment`)).status).toBe(200)
    expect(desk.asked()).toEqual([`GET ${api}/orders/${id}`])
  })

  test('refuses a query that is too long, and sends nothing', async () => {
    const desk = createTestDesk()
    for (const path of [`${api}/items`, `${api}/orders/1`, '/api/desk/orders', '/api/desk/log', '/api/desk/feed']) {
      const response = await desk.ask(`${path}?x=${'y'.repeat(8190)}`)
      expect(await codeOf(response)).toBe('400 bad_request')
    }
    expect(desk.asked()).toEqual([])
  })

  // Addresses.

  test('rewrites links and paths to our own origin', async () => {
    const desk = createTestDesk()
    const items: unknown = await (await desk.ask(`${api}/items?page=2`)).json()
    const page = (number: number) => `${testOrigin}${api}/items?page=${number}`
    expect(items).toMatchObject({ links: { first: page(1), last: page(4), prev: page(1), next: page(3) } })
    expect(await (await desk.ask(`${api}/brands`)).json()).toMatchObject({
      meta: { path: `${testOrigin}${api}/brands` },
    })
  })

  test('rewrites a foreign address to ours, with its page only', async () => {
    const desk = deskOf(
      JSON.stringify({
        data: [{ image_url: 'https://pictures.test/1.png', links: 'https://shop.test' }],
        links: {
          next: 'https://evil.test/steal?page=3&per_page=5&token=x',
          prev: null,
          last: 'HTTP://evil.test:99/%zz',
          first: 5,
          script: 'javascript:alert(1)',
          host: '//evil.test/x',
          here: '?page=2',
        },
        meta: {
          path: 'data:text/html,x',
          links: [{ url: 'https://vendor.test/x?page=2', label: 'Next: 2' }],
          about: 'https://vendor.test',
          total: 1,
        },
      }),
    )
    const own = `${testOrigin}${api}/items`
    expect(await (await desk.ask(`${api}/items`)).json()).toEqual({
      data: [{ image_url: 'https://pictures.test/1.png', links: 'https://shop.test' }],
      links: {
        next: `${own}?page=3&per_page=5`,
        prev: null,
        last: own,
        first: 5,
        script: own,
        host: own,
        here: '?page=2',
      },
      meta: { path: own, links: [{ url: `${own}?page=2`, label: 'Next: 2' }], about: own, total: 1 },
    })
  })

  test.each([
    '{"data":[],"links":null,"meta":null}',
    '{"data":[],"links":"x","meta":[]}',
    '{"data":[],"links":[],"extra":{"a":[1]}}',
  ])('forwards a list with odd parts (%s) unchanged', async (text) => {
    expect(await (await deskOf(text).ask(`${api}/items`)).text()).toBe(text)
  })

  test.each(['[]', '"x"', '5'])('treats a list that is just %s as unreadable', async (text) => {
    expect((await deskOf(text).ask(`${api}/items`)).status).toBe(502)
  })

  test('survives endlessly nested links', async () => {
    const depth = 5000
    const text = `{"data":[],"links":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect([200, 502]).toContain((await deskOf(text).ask(`${api}/items`)).status)
  })

  test('keeps the digits of numbers', async () => {
    const data =
      '[{"id":12345678901234567890,"stock":9007199254740993,"price":1e400,"total":12345678901234567.89,"ok":0.1}]'
    const text = `{"data":${data},"links":{"next":null},"meta":{"total":98765432109876543210}}`
    expect(await (await deskOf(text).ask(`${api}/items`)).text()).toBe(text)
  })

  test('forwards unknown fields and awkward names', async () => {
    const text =
      '{"data":[{"__proto__":{"a":1},"constructor":2,"name":"<script>\\u202e\\u0000"}],"__proto__":{"b":2},"meta":{"x":"y"}}'
    const passed = await (await deskOf(text).ask(`${api}/items`)).text()
    expect(JSON.parse(passed)).toEqual(JSON.parse(text))
    expect(passed).toContain('"__proto__":{"b":2}')
  })

  // Orders.

  test('forwards an order as the vendor sends it, without its payment form', async () => {
    const text =
      '{"data":{"id":12345678901234567890,"total":9007199254740993,"total_quantity":"3","new_field":[{"form":1}],"payment_method":{"id":null,"form":{"card":"4111"},"key":"card"},"form":"kept"},"meta":{"form":2}}'
    const response = await deskOf(text).ask(`${api}/orders/12345678901234567890`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).toBe(text.replace('"form":{"card":"4111"},', ''))
  })

  test.each(['null', '"cash"', '[{}]', '{}', '5'])('forwards a payment method that is %s', async (payment) => {
    const text = `{"data":{"id":"1","payment_method":${payment}}}`
    expect(await (await deskOf(text).ask(`${api}/orders/1`)).text()).toBe(text)
  })

  test('removes the form of each of several payments', async () => {
    const text = '{"data":{"id":"1","payment_method":[{"key":"card","form":{"pan":"4111"}}]}}'
    expect(await (await deskOf(text).ask(`${api}/orders/1`)).text()).toBe(text.replace(',"form":{"pan":"4111"}', ''))
  })

  test('removes the payment form from answers to actions', async () => {
    const desk: TestDesk = createTestDesk({
      fetch: async (request) => {
        const text = await (await desk.vendor.fetch(request)).text()
        return new Response(text.replace('"payment_method":{', '"payment_method":{"form":{"card":"4111"},'))
      },
    })
    const { id } = desk.vendor.placeOrder()
    const answered = await (await desk.act(id, 'accept')).text()
    expect(answered).toContain('payment_method')
    expect(answered).not.toContain('4111')
  })

  test('shares one call for twenty concurrent reads of an order', async () => {
    const { desk, id } = createDeskWithOrder()
    desk.vendor.faults.add({ kind: 'slow', ms: 500, on: 'getOrder' })
    const asked = Array.from({ length: 20 }, () => desk.ask(`${api}/orders/${id}`))
    await desk.clock.advance(500)
    const texts = new Set(await Promise.all(asked.map(async (each) => (await each).text())))
    expect(texts.size).toBe(1)
    expect(desk.asked()).toHaveLength(1)
  })

  test('shares a read for a second, and no longer', async () => {
    const { desk, order } = createDeskWithOrder()
    const key = async () =>
      (await (await desk.ask(`${api}/orders/${order.id}`)).text()).match(/"status":\{"key":"(\w+)"/)?.[1]
    expect(await key()).toBe('pending')
    desk.vendor.orders.move(order, 'preparing')
    await desk.clock.advance(999)
    expect(await key()).toBe('pending')
    await desk.clock.advance(1)
    expect(await key()).toBe('preparing')
    expect(desk.asked()).toHaveLength(2)
  })

  test('does not mix up orders, and does not share a failed read', async () => {
    const desk = createTestDesk()
    const [one, other] = [desk.vendor.placeOrder(), desk.vendor.placeOrder()]
    desk.vendor.faults.add({ kind: 'error', on: 'getOrder' })
    expect((await desk.ask(`${api}/orders/${one.id}`)).status).toBe(503)
    for (const { id } of [one, other]) {
      expect(await read(desk.ask(`${api}/orders/${id}`))).toMatchObject({ http: 200, body: { data: { id } } })
    }
  })

  test('shows the effect of an action in the next read', async () => {
    const { desk, id } = createDeskWithOrder()
    await desk.ask(`${api}/orders/${id}`)
    await desk.act(id, 'accept')
    expect(await read(desk.ask(`${api}/orders/${id}`))).toMatchObject({
      body: { data: { status: { key: 'preparing' } } },
    })
  })

  // Failures.

  const failures = [
    ['drop', 504, 'vendor_timeout'],
    ['hang', 504, 'vendor_timeout'],
    ['error', 503, 'vendor_busy'],
    ['html', 503, 'vendor_busy'],
    ['too-many', 503, 'vendor_busy'],
    ['error-200', 502, 'vendor_unreadable'],
    ['empty', 502, 'vendor_unreadable'],
    ['half', 502, 'vendor_unreadable'],
    ['redirect', 502, 'vendor_unreadable'],
    ['unauthenticated', 502, 'vendor_auth_failed'],
    ['forbidden', 502, 'vendor_rejected'],
  ] as const

  for (const path of ['orders/ID', 'items', 'cancel-reasons']) {
    test.each(failures)(`GET ${path}: %s is a %i %s`, async (kind, http, code) => {
      const { desk, id } = createDeskWithOrder()
      desk.vendor.faults.add({ kind })
      const asked = desk.ask(`${api}/${path.replace('ID', id)}`)
      await desk.clock.advance(8000)
      const response = await asked
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(await read(response)).toMatchObject({ http, body: { status: 'error', code, message: expect.any(String) } })
    })
  }

  test('treats an answer with another order as unreadable', async () => {
    const { desk, id } = createDeskWithOrder()
    desk.vendor.faults.add({ kind: 'another-order', on: 'getOrder' })
    expect(await codeOf(desk.ask(`${api}/orders/${id}`))).toBe('502 vendor_unreadable')
  })

  test.each(['[]', '"x"', '5', 'true'])('treats an order that is %s as unreadable', async (data) => {
    const response = await deskOf(`{"data":${data}}`).ask(`${api}/orders/1`)
    expect(await codeOf(response)).toBe('502 vendor_unreadable')
  })

  test('answers 404 for an order that the vendor does not know', async () => {
    const desk = createTestDesk()
    expect(await read(desk.ask(`${api}/orders/404404`))).toMatchObject({
      http: 404,
      body: { code: 'order_not_found', message: 'Order not found' },
    })
  })

  test('forwards Retry-After, and adds one if a busy vendor gives none', async () => {
    const after = async (headers: Record<string, string>, status = 429) => {
      const desk = createTestDesk({ fetch: async () => new Response('', { status, headers }) })
      return (await desk.ask(`${api}/items`)).headers.get('Retry-After')
    }
    expect(await after({ 'Retry-After': '30' })).toBe('30')
    expect(await after({ 'Retry-After': 'Fri, 20 Nov 2026 12:00:00 GMT' })).toBe('2')
    const byItsClock = { 'Retry-After': 'Fri, 20 Nov 2026 12:00:30 GMT', Date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
    expect(await after(byItsClock)).toBe('30')
    expect(await after({ ...byItsClock, 'Retry-After': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe('2')
    expect(await after({ 'Retry-After': '-5' })).toBe('2')
    expect(await after({}, 503)).toBe('2')
  })

  test('forwards no header of the vendor', async () => {
    const theirs = {
      'Set-Cookie': 'vendor=1',
      'Content-Security-Policy': 'default-src *',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public',
      'Content-Type': 'text/html',
      'X-Powered-By': 'PHP',
      Location: 'https://evil.test',
      ETag: '"1"',
    }
    const desk = createTestDesk({ fetch: async () => new Response('{"data":{"id":"1"}}', { headers: theirs }) })
    const headersOf = async (path: string) => Object.fromEntries((await desk.ask(path)).headers)
    // An answer that the server gives without the vendor.
    const ours = await headersOf('/api/nothing')
    expect(ours).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    for (const path of ['orders/1', 'items']) expect(await headersOf(`${api}/${path}`)).toEqual(ours)
  })
})

describe('shared reads', () => {
  const api = '/api/developer/v1'
  const lists = ['items?page=2', 'categories?page=1&per_page=50', 'brands', 'variant-attributes'] as const

  test.each(lists)('reads once for twenty tablets that page to %s', async (address) => {
    const desk = createTestDesk()
    desk.vendor.faults.add({ kind: 'slow', ms: 500 })
    const asked = Array.from({ length: 20 }, () => desk.ask(`${api}/${address}`))
    await desk.clock.advance(500)
    const answers = await Promise.all(asked)
    await desk.clock.advance(400)
    answers.push(await desk.ask(`${api}/${address}`))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1)
    expect(desk.asked()).toEqual([`GET ${api}/${address}`])
    await desk.clock.advance(100)
    await desk.ask(`${api}/${address}`)
    expect(desk.asked()).toHaveLength(2)
  })

  test('does not mix up pages', async () => {
    const desk = createTestDesk()
    const texts = await Promise.all(
      ['items?page=1', 'items?page=2', 'brands?page=1', 'brands?page=1&per_page=10', 'brands?page=10'].map(
        async (address) => (await desk.ask(`${api}/${address}`)).text(),
      ),
    )
    expect(new Set(texts).size).toBe(5)
  })

  test('shares a failure with concurrent callers only', async () => {
    const desk = createTestDesk()
    desk.vendor.faults.add({ kind: 'error' })
    const both = await Promise.all([desk.ask(`${api}/items`), desk.ask(`${api}/items`)])
    expect(both.map(({ status }) => status)).toEqual([503, 503])
    expect((await desk.ask(`${api}/items`)).status).toBe(200)
    expect(desk.asked()).toHaveLength(2)
  })

  test('shares a slow read with callers that come later', async () => {
    const desk = createTestDesk()
    desk.vendor.faults.add({ kind: 'slow', ms: 5000 })
    const first = desk.ask(`${api}/items`)
    await desk.clock.advance(4000)
    const second = desk.ask(`${api}/items`)
    await desk.clock.advance(1000)
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
    expect(desk.asked()).toHaveLength(1)
  })

  test.each([
    ['error', 503],
    ['unauthenticated', 502],
  ] as const)('reports a vendor failure (%s) a second after a page was read', async (kind, status) => {
    const desk = createTestDesk()
    await desk.ask(`${api}/items`)
    await desk.clock.advance(1000)
    desk.vendor.faults.add({ kind })
    expect((await desk.ask(`${api}/items`)).status).toBe(status)
  })

  test('always reads the reasons of a rejection anew', async () => {
    const desk = createTestDesk()
    await desk.ask(`${api}/cancel-reasons`)
    await desk.ask(`${api}/cancel-reasons`)
    expect(desk.asked()).toHaveLength(2)
  })

  test('stores only the latest of many pages', async () => {
    const shared = createSharedReads(createTestClock(), 1000, 40)
    let reads = 0
    const read = (page: number) => shared.read(`items ${page}`, () => Promise.resolve(String((reads += 1))))
    for (let page = 1; page <= 41; page += 1) await read(page)
    await read(41)
    expect(reads).toBe(41)
    await read(1)
    expect(reads).toBe(42)
  })
})
