import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <button id="outside">Outside</button>
    <main>
      <section aria-label="Waiting"><ul><li><button id="accept">Accept</button></li></ul><button id="other">Other</button></section>
      <section><button id="nameless">Nameless</button></section>
    </main>`
  stop = keepFocus()
})
afterEach(() => stop())

const element = (selector: string) => document.querySelector<HTMLElement>(selector) ?? expect.fail(selector)
/** Waits until mutation observers were called. */
const told = () => new Promise((resolve) => setTimeout(resolve))

test('where what has the focus leaves the page, the nearest part with a name has it', async () => {
  element('#accept').focus()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(element('[aria-label=Waiting]'))
  expect(element('[aria-label=Waiting]').tabIndex).toBe(-1)
})

test('and where that has left as well, the screen', async () => {
  element('#accept').focus()
  element('[aria-label=Waiting]').remove()
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('a part without a name says nothing to anybody', async () => {
  element('#nameless').focus()
  element('#nameless').remove()
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('what stands outside of the screen leads to it', async () => {
  element('#outside').focus()
  element('#outside').remove()
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('what has moved on by itself is not fetched back', async () => {
  element('#accept').focus()
  element('#other').focus()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(element('#other'))
})

test('a button that cannot be pressed any more hands the focus on', async () => {
  const button = element('#accept')
  button.focus()
  button.setAttribute('disabled', '')
  // As browsers do.
  button.blur()
  await told()
  expect(document.activeElement).toBe(element('[aria-label=Waiting]'))
})

test('who has tapped beside everything lost nothing', async () => {
  element('#accept').focus()
  element('#accept').blur()
  await told()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(document.body)
})

/** Goes to another screen. */
async function goTo(address: string): Promise<void> {
  history.pushState(null, '', address)
  element('main').append(' ')
  await told()
}
const back = async () => {
  const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.back()
  await isBack
}
const links = '<section aria-label="Waiting"><a href="/orders/6">6</a><a href="/orders/7">7</a></section>'

test('who comes back finds the focus at the link of what was left, as soon as it is there', async () => {
  await goTo('/orders/7')
  element('#accept').focus()
  await back()
  element('main').innerHTML = 'Loading'
  await told()
  expect(document.activeElement).toBe(element('main'))
  element('main').innerHTML = links
  await told()
  expect(document.activeElement).toBe(element('[href="/orders/7"]'))
})

test.each(['pointerdown', 'keydown', 'wheel'])(
  'who comes back and does something there, a %s, keeps that place',
  async (deed) => {
    await goTo('/orders/7')
    element('#accept').focus()
    await back()
    element('main').innerHTML = 'Loading'
    await told()
    element('main').dispatchEvent(new Event(deed, { bubbles: true }))
    element('main').innerHTML = links
    await told()
    expect(document.activeElement).toBe(element('main'))
  },
)

test('who comes back and goes on at once is not fetched to that link', async () => {
  await goTo('/orders/7')
  element('#accept').focus()
  await back()
  element('#outside').focus()
  element('main').innerHTML = links
  await told()
  expect(document.activeElement).toBe(element('#outside'))
  element('main').tabIndex = -1
  element('main').focus()
  await goTo('/orders/6')
  element('main').innerHTML = links
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('who comes back and goes on to another screen finds no link of the one before there', async () => {
  await goTo('/orders/7')
  element('#accept').focus()
  await back()
  element('main').innerHTML = 'Loading'
  await told()
  expect(document.activeElement).toBe(element('main'))
  // The screen has had the focus all the time, so only the address changes.
  await goTo('/orders/8')
  element('main').innerHTML = links
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('it ends when it is told to', async () => {
  stop()
  element('#accept').focus()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(document.body)
})
