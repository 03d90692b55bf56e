import { MutationCache } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getSession } from '#contract/desk/session.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

const button = (name: string) => screen.findByRole('button', { name })
const pin = () => screen.getByLabelText('PIN')
/** The panel of the person who is signed in. */
async function openAccount(user: OpenPage['user']) {
  await user.click(await button('Account'))
  return within(await screen.findByRole('dialog', { name: 'Account' }))
}

test('asks an unpaired tablet for its code at any address, and then shows that address', async () => {
  const { user, sessions } = await openPage({ who: 'stranger', at: () => '/history' })
  const code = await screen.findByRole('textbox', { name: 'Pairing code' })
  expect(screen.getByText('Not paired')).toBeVisible()
  await user.click(code)
  await user.paste('AAAA-BBBB-CCCC')
  await user.type(screen.getByRole('textbox', { name: 'Tablet name' }), 'Kitchen')
  await user.click(await button('Pair this tablet'))
  await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is wrong/))
  await user.clear(code)
  await user.click(code)
  await user.paste((await sessions.createEnrolmentCode()).code.toLowerCase())
  await user.click(await button('Pair this tablet'))
  expect(await screen.findByRole('heading', { name: 'History' })).toBeVisible()
  const account = await openAccount(user)
  expect(await account.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?from=%2Fhistory')
})

test('fills in the code of a link and asks for a name', async () => {
  let code = ''
  const { user, address, sessions } = await openPage({ who: 'stranger', at: () => '/enrol#K7QM-3XRD-9TWF' })
  expect(await screen.findByRole('textbox', { name: 'Pairing code' })).toHaveValue('K7QM-3XRD-9TWF')
  ;({ code } = await sessions.createEnrolmentCode())
  await user.clear(screen.getByRole('textbox', { name: 'Pairing code' }))
  await user.type(screen.getByRole('textbox', { name: 'Pairing code' }), code)
  await user.click(await button('Pair this tablet'))
  const name = screen.getByRole('textbox', { name: 'Tablet name' })
  await waitFor(() => expect(name).toHaveAccessibleDescription('A name has 1 to 60 characters.'))
  await user.type(name, 'Kitchen')
  await user.click(await button('Pair this tablet'))
  expect(await screen.findByText('No orders waiting')).toBeVisible()
  expect(address()).toBe('/')
})

test('signs a person in, shows the name on every screen, and signs out', async () => {
  const { user, address } = await openPage({ who: 'nobody', at: () => '/history' })
  await user.click(await (await openAccount(user)).findByRole('link', { name: 'Sign in' }))
  await user.click(await button('Sign in'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose your name')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Name' }), 'Omar')
  await user.type(pin(), '12')
  await user.click(await button('Sign in'))
  expect(pin()).toHaveAccessibleDescription('A PIN has 4 to 12 digits.')
  await user.type(pin(), '34')
  await user.click(await button('Sign in'))
  await waitFor(() => expect(pin()).toHaveAccessibleDescription(/^Wrong name or PIN/))
  expect(pin()).toHaveValue('')
  await user.type(pin(), '5678')
  await user.click(await button('Sign in'))
  await waitFor(() => expect(address()).toBe('/history'))
  expect(screen.getByRole('banner')).toHaveTextContent('Omar')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.getByRole('banner')).toHaveTextContent('Omar')
  await user.click((await openAccount(user)).getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(screen.getByRole('banner')).not.toHaveTextContent('Omar'))
  const account = await openAccount(user)
  expect(await account.findByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(account.getByText('Nobody is signed in')).toBeVisible()
})

test('says on the sign-in screen what a sign-in is for, wherever one came from', async () => {
  await openPage({ who: 'nobody', at: () => '/sign-in?from=%2Fprinters' })
  expect(await screen.findByText('Sign in to answer orders, see reports or manage this shop.')).toBeVisible()
})

test('says on the sign-in screen who is signed in, and signs that person out', async () => {
  const { user } = await openPage({ who: 'Omar', at: () => '/sign-in' })
  expect(await screen.findByText('Omar is signed in here.')).toBeVisible()
  await user.click(await button('Sign out'))
  await waitFor(() => expect(screen.queryByText('Omar is signed in here.')).toBeNull())
  const account = await openAccount(user)
  expect(await account.findByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(account.getByText('Nobody is signed in')).toBeVisible()
})

test('shows people with their PINs in the practice store only', async () => {
  const live = await openPage({ who: 'nobody', at: () => '/sign-in' })
  expect(await button('Sign in')).toBeEnabled()
  expect(screen.queryByText(/1234/)).toBeNull()
  expect(live.address()).toBe('/sign-in')
})

test('shows the practice store’s PINs above the sign-in form', async () => {
  await openPage({ who: 'nobody', mode: 'practice', at: () => '/sign-in' })
  expect(await screen.findByText('Sara, PIN 1234')).toBeVisible()
  const omar = screen.getByText('Omar, PIN 5678')
  expect(omar).toBeVisible()
  expect(omar.compareDocumentPosition(pin())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/sign-in?from=/history'])(
  'never navigates to %s after signing in',
  async (from) => {
    const { user, address } = await openPage({
      who: 'nobody',
      at: () => `/sign-in?from=${encodeURIComponent(from)}`,
    })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'Sara')
    await user.type(pin(), '1234')
    await user.click(await button('Sign in'))
    await waitFor(() => expect(address()).toBe('/'))
  },
)

test('shows an order to everybody, and asks for a sign-in to answer it', async () => {
  let path = ''
  const { user, vendor, address } = await openPage({
    who: 'nobody',
    at: (shop) => (path = `/orders/${shop.placeOrder().id}`),
  })
  await user.click(await button('Accept order'))
  const dialog = () => screen.findByRole('dialog', { name: 'Sign in' })
  await user.click(within(await dialog()).getByRole('button', { name: 'Not now' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(/^Sign in to accept or reject orders\. Nothing was sent\./)
  expect(vendor.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await user.click(within(alert).getByRole('button', { name: 'Sign in' }))
  const form = within(await dialog())
  await user.click(form.getByRole('button', { name: 'Sara' }))
  await user.type(form.getByLabelText('PIN'), '1234')
  await user.click(form.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(path)
  await waitFor(() => expect(alert).not.toBeInTheDocument())
  await user.click(await button('Accept order'))
  expect(await screen.findByText(/^Accepted/, { selector: '[role=status]' })).toBeVisible()
})

test('shows a code made before the tablets are loaded, and calls no tablet new', async () => {
  const { user, ask } = await openPage({ at: () => '/tablets' })
  const held = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith('/api/desk/devices')) await held.promise
    return ask(path, init)
  })
  await user.click(await screen.findByRole('button', { name: 'Create code' }))
  held.resolve()
  expect(await screen.findByText(/enrol#/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(5000)
  expect(screen.queryByText(/is paired/)).toBeNull()
})

test('removes a tablet after a confirmation', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  await sessions.admit('Kitchen')
  const rows = () => within(screen.getByRole('main')).getAllByRole('listitem')
  await user.click(await screen.findByRole('link', { name: 'Staff' }))
  await user.click(await screen.findByRole('link', { name: 'Tablets' }))
  await user.click(await button('Remove Kitchen'))
  const dialog = screen.getByRole('dialog', { name: 'Remove Kitchen' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(rows()).toHaveLength(2)
  const counter = rows().find((row) => row.textContent.startsWith('Counter'))
  expect(counter).toHaveTextContent(/^CounterThis tabletPaired Nov 20, 2026, .*Last seen Nov 20, 2026/)
  await user.click(await button('Remove Kitchen'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('renames a tablet', async () => {
  const { user, sessions } = await openPage({ at: () => '/tablets' })
  await sessions.admit('Kitchen')
  await user.click(await screen.findByRole('link', { name: 'Staff' }))
  await user.click(await screen.findByRole('link', { name: 'Tablets' }))
  await user.click(await button('Rename Kitchen'))
  const dialog = within(screen.getByRole('dialog', { name: 'Rename Kitchen' }))
  const name = dialog.getByRole('textbox', { name: 'Tablet name' })
  expect(name).toHaveValue('Kitchen')
  await user.clear(name)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('A name has 1 to 60 characters.')).toBeVisible()
  await user.type(name, 'Bar{Enter}')
  expect(await button('Rename Bar')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Kitchen')).toBeNull()
})

test('shows whether each other tablet would ring for an order now', async () => {
  const { ask, sessions } = await openPage({ at: () => '/tablets' })
  await sessions.admit('Kitchen')
  const row = async (name: string) => {
    const main = within(screen.getByRole('main'))
    return (await main.findByText(name)).closest('li')
  }
  expect(await row('Kitchen')).toHaveTextContent('Offline')
  expect(await row('Counter')).not.toHaveTextContent(/Online|Offline/)
  let state = { armed: true, sound: true, awake: true, feed: true, notifications: false, touched: false }
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init)
    if (!path.endsWith('/api/desk/devices')) return answer
    const { data } = (await answer.json()) as { readonly data: readonly { readonly name: string }[] }
    return Response.json({ data: data.map((each) => (each.name === 'Kitchen' ? { ...each, state } : each)) })
  })
  for (const [changed, says] of [
    [{}, 'Online, sound on'],
    [{ awake: false }, 'Online, sound on, but the screen may turn off'],
    [{ feed: false }, 'Online, sound on, but orders arrive late'],
    [{ sound: false }, 'Online, but the sound is off'],
    [{ armed: false }, 'Online, but the sound is off: tap “Turn on sound” on it'],
  ] as const) {
    state = { ...state, ...changed }
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await row('Kitchen')).toHaveTextContent(says)
  }
})

test('warns before removing the tablet in use, which is then unpaired', async () => {
  const { user } = await openPage({ at: () => '/tablets', isLive: true })
  await user.click(await button('Remove Counter'))
  expect(screen.getByText('Live')).toBeVisible()
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('This is the tablet you are using.')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('textbox', { name: 'Pairing code' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This tablet was removed and does not ring')
  // It gets no orders, so it is neither live nor late.
  expect(screen.queryByText('Live')).toBeNull()
})

test.each(['/tablets', '/staff'])('shows %s to signed-in people and lets only managers change it', async (path) => {
  await openPage({ who: 'Omar', at: () => path })
  expect(await screen.findByText('Only a manager can change this.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(?:Rename|Remove|Add$|Create code)/ })).toBeNull()
})

test.each(['/tablets', '/staff'])('asks at %s for a sign-in', async (path) => {
  await openPage({ who: 'nobody', at: () => path })
  const note = await screen.findByRole('note')
  expect(within(note).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/sign-in?from=${encodeURIComponent(path)}`,
  )
})

test('adds a person, and removes one after a confirmation', async () => {
  const { user } = await openPage({ at: () => '/staff' })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.click(await button('Add'))
  expect(name).toHaveAccessibleDescription('A name has 1 to 60 characters.')
  expect(screen.getByRole('alert')).toHaveTextContent('A name has 1 to 60 characters.')
  await user.type(name, 'omar')
  await user.type(pin(), '9999')
  await user.click(await button('Add'))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Somebody already has this name.'))
  await user.clear(name)
  await user.type(name, 'Lina')
  await user.click(screen.getByRole('checkbox', { name: 'Manager' }))
  await user.click(await button('Add'))
  expect(await screen.findByText('Lina can sign in now.')).toBeVisible()
  expect(pin()).toHaveValue('')
  await user.click(await button('Remove Lina'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Lina' })).toBeNull())
  expect(screen.queryByText('Lina can sign in now.')).toBeNull()
})

test('sets a new PIN for a person, explains the effect, and confirms it', async () => {
  const { user, ask } = await openPage({ at: () => '/staff' })
  await user.click(await button('New PIN for Omar'))
  const dialog = within(screen.getByRole('dialog', { name: 'New PIN for Omar' }))
  expect(dialog.getByText('Omar is signed out everywhere and signs in with the new PIN.')).toBeVisible()
  const field = dialog.getByLabelText('New PIN')
  await user.type(field, '888')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(field).toHaveAccessibleDescription('A PIN has 4 to 12 digits.')
  await user.type(field, '8{Enter}')
  expect(await screen.findByRole('status')).toHaveTextContent('Omar has a new PIN.')
  expect(screen.queryByRole('dialog')).toBeNull()
  const signIn = async (typed: string) => {
    const body = JSON.stringify({ name: 'Omar', pin: typed })
    return (await ask(getSession.path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }))
      .status
  }
  expect(await signIn('5678')).toBe(401)
  expect(await signIn('8888')).toBe(200)
})

test('can show the new PIN while it is typed, and hides the old one', async () => {
  const { user } = await openPage({ at: () => '/staff' })
  await user.type(await screen.findByLabelText('PIN'), '9999')
  expect(pin()).toHaveAttribute('type', 'password')
  await user.click(await button('Show'))
  expect(pin()).toHaveAttribute('type', 'text')
  expect(pin()).toHaveValue('9999')
  await user.click(await button('Show'))
  expect(pin()).toHaveAttribute('type', 'password')
  await user.click(await button('New PIN for Sara'))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Show' }))
  expect(dialog.getByLabelText('New PIN')).toHaveAttribute('type', 'text')
  expect(dialog.getByLabelText('Current PIN')).toHaveAttribute('type', 'password')
})

test('keeps a sent PIN nowhere in the page', async () => {
  const build = vi.spyOn(MutationCache.prototype, 'build')
  const { user } = await openPage({ at: () => '/staff' })
  await user.click(await button('New PIN for Omar'))
  await user.type(within(screen.getByRole('dialog')).getByLabelText('New PIN'), '97531{Enter}')
  expect(await screen.findByText('Omar has a new PIN.')).toBeVisible()
  await vi.advanceTimersByTimeAsync(1000)
  const [cache] = build.mock.contexts as MutationCache[] // Of the open page.
  expect(build).toHaveBeenCalled()
  expect(JSON.stringify(cache?.getAll().map(({ state }) => state.variables))).not.toContain('97531')
})

test('shows the server’s error at the field of a new PIN, and changes nothing on cancel', async () => {
  const { user, ask } = await openPage({ at: () => '/staff' })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/pin')) return ask(path, init)
    sent.push(init?.body)
    return ask(path, { ...init, body: JSON.stringify({ pin: '8' }) })
  })
  await user.click(await button('New PIN for Omar'))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('New PIN'), '8888')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getByLabelText('New PIN')).toHaveAccessibleDescription('A PIN has 4 to 12 digits.'))
  expect(dialog.getAllByRole('alert')).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText('Omar has a new PIN.')).toBeNull()
  expect(sent).toHaveLength(1)
  await user.click(await button('New PIN for Omar'))
  expect(within(screen.getByRole('dialog')).getByLabelText('New PIN')).toHaveValue('')
})

test('lets only managers set a PIN for others, and stays signed in', async () => {
  const { user } = await openPage({ who: 'Omar', at: () => '/staff' })
  await user.click(await button('New PIN for Omar'))
  expect(screen.queryByRole('button', { name: 'New PIN for Sara' })).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('You are signed out everywhere else and sign in with the new PIN.')).toBeVisible()
  await user.type(dialog.getByLabelText('Current PIN'), '0000')
  await user.type(dialog.getByLabelText('New PIN'), '8888')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Current PIN')).toHaveAccessibleDescription('This is not your current PIN.'),
  )
  await user.clear(dialog.getByLabelText('Current PIN'))
  await user.type(dialog.getByLabelText('Current PIN'), '5678{Enter}')
  expect(await screen.findByRole('status')).toHaveTextContent('Omar has a new PIN.')
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await screen.findByRole('banner')).toHaveTextContent('Omar')
})

test('confirms a new person by the name as it was stored', async () => {
  const { user } = await openPage({ at: () => '/staff' })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Lina  Haddad')
  await user.type(pin(), '9999')
  await user.click(await button('Add'))
  expect(await screen.findByText('Lina Haddad can sign in now.')).toBeVisible()
})

test('renders the screens in the other languages', async () => {
  await openPage({ who: 'stranger', language: 'ar', at: () => '/enrol' })
  expect(await screen.findByRole('button', { name: 'ربط هذا الجهاز' })).toBeVisible()
})

test('takes a PIN from the digits on the screen, and removes a wrong digit', async () => {
  const { user, address } = await openPage({ at: () => '/sign-in?from=/history', who: 'nobody' })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Name' }), 'Sara')
  const pad = within(screen.getByRole('group', { name: 'Digits', hidden: true }))
  const tap = (name: string) => user.click(pad.getByRole('button', { name, hidden: true }))
  for (const digit of ['1', '2', '3', '9']) await tap(digit)
  await tap('Delete the last digit')
  await tap('4')
  expect(screen.getByLabelText('PIN')).toHaveValue('1234')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(address()).toBe('/history'))
})
