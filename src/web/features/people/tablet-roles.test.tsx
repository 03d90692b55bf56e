import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { people, type Tablet } from '#contract/desk/people.ts'
import { tabletSettings } from '#contract/desk/tablet-settings.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const tabletsOf = async ({ ask }: OpenPage): Promise<readonly Tablet[]> =>
  people.tablets.answer.parse(await (await ask(people.tablets.path)).json()).data
const named = async (page: OpenPage, name: string) => (await tabletsOf(page)).find((each) => each.name === name)
const settingsOf = async ({ ask }: OpenPage, { path }: { readonly path: string }) =>
  ((await (await ask(path)).json()) as { readonly data: object }).data

test('creates a code for what the new tablet is for', async () => {
  const page = await openPage({ at: () => '/tablets' })
  const { user, sessions } = page
  const region = within(await screen.findByRole('region', { name: 'Pair another tablet' }))
  expect(region.getByRole('radio', { name: 'A counter' })).toBeChecked()
  await user.click(region.getByRole('radio', { name: 'A display' }))
  await user.click(await button('Create code'))
  expect(await region.findByText('Pairs a display')).toBeVisible()
  const code = region.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent
  // A code is for the role that was chosen, so another choice takes it from the screen.
  await user.click(region.getByRole('radio', { name: 'A station' }))
  expect(region.queryByText(code)).toBeNull()
  await sessions.enrol(code, 'Window')
  expect(await named(page, 'Window')).toMatchObject({ role: 'display' })
})

test('shows what each tablet is for, and changes it', async () => {
  const page = await openPage({ at: () => '/tablets' })
  await page.sessions.admit('Kitchen')
  const { user } = page
  await vi.advanceTimersByTimeAsync(31_000)
  await user.click(await button('Change role of Kitchen'))
  const dialog = within(screen.getByRole('dialog', { name: 'Change role of Kitchen' }))
  await user.click(dialog.getByRole('radio', { name: 'A station' }))
  expect(dialog.queryByText(/the tablet you are using/)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'Some categories' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose at least one category.')).toBeVisible()
  const category = (await dialog.findAllByRole('checkbox'))[0]
  if (category) await user.click(category)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = screen.getByRole('button', { name: 'Change role of Kitchen' }).closest('li')
  await waitFor(() => expect(row).toHaveTextContent(/Used as a station · Only \d+ categor/))
  expect(await named(page, 'Kitchen')).toMatchObject({
    role: 'station',
    category_ids: expect.arrayContaining([expect.any(String)]),
  })
  expect(screen.getByText('Used as a counter')).toBeVisible()
})

test('says what becomes of the tablet in use, which then shows only that', async () => {
  const { user, address } = await openPage({ at: () => '/tablets' })
  await user.click(await button('Change role of Counter'))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'A display' }))
  expect(dialog.getByRole('status')).toHaveTextContent('This is the tablet you are using.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe('/display'))
  expect(await screen.findByRole('main')).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('leads a tablet that is paired as a display straight to its screen', async () => {
  const page = await openPage({ who: 'stranger', at: () => '/enrol' })
  const { user, sessions, address } = page
  const { code } = await sessions.createEnrolmentCode({ person: 'Sara', tablet: 'Counter' }, 'display')
  await user.type(await screen.findByRole('textbox', { name: 'Pairing code' }), code)
  await user.type(screen.getByRole('textbox', { name: 'Tablet name' }), 'Window{Enter}')
  await waitFor(() => expect(address()).toBe('/display'))
  expect(localStorage.getItem('first-steps')).toBeNull()
})

test('lets a manager set the times of stations, and says what is wrong beside the field', async () => {
  const page = await openPage({ at: () => '/tablets' })
  const { user } = page
  const form = within(await screen.findByRole('form', { name: 'All stations' }))
  const amber = form.getByRole('textbox', { name: 'Amber after (minutes)' })
  const red = form.getByRole('textbox', { name: 'Red after (minutes)' })
  expect([amber, red].map((field) => (field as HTMLInputElement).value)).toEqual(['10', '15'])
  await user.clear(red)
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(red).toHaveAccessibleDescription('Enter whole minutes from 1 to 240.')
  await user.type(red, '8')
  expect(amber).toHaveAccessibleDescription(/Amber comes before red/)
  await user.clear(amber)
  await user.type(amber, '٥')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('status')).toHaveTextContent('Saved.')
  expect(await settingsOf(page, tabletSettings.readStation)).toEqual({ amber_minutes: 5, target_minutes: 8 })
})

test('lets a manager set what displays show: name, languages in order, voice, minutes', async () => {
  const page = await openPage({ at: () => '/tablets' })
  const { user } = page
  const form = within(await screen.findByRole('form', { name: 'All displays' }))
  await user.type(form.getByRole('textbox', { name: 'Shop name' }), 'Corner Bakery')
  for (const language of ['English', 'العربية', 'Français'])
    await user.click(form.getByRole('checkbox', { name: language }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Choose at least one language.')).toBeVisible()
  await user.click(form.getByRole('checkbox', { name: 'English' }))
  await user.click(form.getByRole('checkbox', { name: 'Français' }))
  await user.click(form.getByRole('button', { name: 'Move up: Français' }))
  expect(form.getByRole('button', { name: 'Move up: Français' })).toBeDisabled()
  await user.click(form.getByRole('switch', { name: 'Announce ready orders aloud' }))
  const minutes = form.getByRole('textbox', { name: 'Show ready orders for (minutes)' })
  await user.clear(minutes)
  await user.type(minutes, '20')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('status')).toHaveTextContent('Saved.')
  expect(await settingsOf(page, tabletSettings.readDisplay)).toMatchObject({
    shop_name: 'Corner Bakery',
    languages: ['fr', 'en'],
    speaks: true,
    ready_minutes: 20,
  })
})

test('leads to the station and the display, and lets only a manager change their settings', async () => {
  await openPage({ at: () => '/tablets', who: 'Omar' })
  expect(await screen.findByRole('link', { name: 'Open the station' })).toHaveAttribute('href', '/station')
  expect(screen.getByRole('link', { name: 'Open the display' })).toHaveAttribute('href', '/display')
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('button', { name: /Change the role/ })).toBeNull()
})
