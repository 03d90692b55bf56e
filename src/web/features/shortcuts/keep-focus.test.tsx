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

test.each([
  ['to the nearest named section', '#accept', 'li', '[aria-label=Waiting]'],
  ['to the screen if that section is gone too', '#accept', '[aria-label=Waiting]', 'main'],
  ['to the screen, past a section without a name', '#nameless', '#nameless', 'main'],
  ['from outside of the screen to the screen', '#outside', '#outside', 'main'],
])('moves the focus of a removed element %s', async (_where, focused, removed, home) => {
  element(focused).focus()
  element(removed).remove()
  await told()
  expect(document.activeElement).toBe(element(home))
  expect(element(home).tabIndex).toBe(-1)
})

test('leaves a focus alone that has moved on by itself', async () => {
  element('#accept').focus()
  element('#other').focus()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(element('#other'))
})

test('moves the focus from a button that becomes disabled', async () => {
  const button = element('#accept')
  button.focus()
  button.setAttribute('disabled', '')
  // As browsers do.
  button.blur()
  await told()
  expect(document.activeElement).toBe(element('[aria-label=Waiting]'))
})

test('gives the focus up after a press elsewhere', async () => {
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

test('focuses the link of the screen that was left as soon as it is there', async () => {
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

test.each(['pointerdown', 'keydown', 'wheel'])('does not move the focus after a %s on return', async (type) => {
  await goTo('/orders/7')
  element('#accept').focus()
  await back()
  element('main').innerHTML = 'Loading'
  await told()
  element('main').dispatchEvent(new Event(type, { bubbles: true }))
  element('main').innerHTML = links
  await told()
  expect(document.activeElement).toBe(element('main'))
})

test('does not move the focus when the user goes on at once', async () => {
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

test('does not focus a link of the screen before when the user goes on to another', async () => {
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

test('stops when it is told to', async () => {
  stop()
  element('#accept').focus()
  element('li').remove()
  await told()
  expect(document.activeElement).toBe(document.body)
})
