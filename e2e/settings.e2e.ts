import { expect, seriousViolations, test } from './fixture.ts'
import { listen } from './page-sound.ts'

test('receives its own test over the network, and shows the secret nowhere', async ({ shop, page }) => {
  await shop.open('/connection')
  const words = page.getByRole('region', { name: 'Order notifications' })
  await expect(words).toContainText(`${shop.desk.url}/webhooks/orders`)
  await expect(words).toContainText('None yet')
  expect(await seriousViolations(page)).toEqual([])
  await words.getByRole('button', { name: 'Send a test' }).click()
  await expect(words.getByText('The test arrived: address and secret are right.')).toBeVisible()
  await expect(words.getByText('None yet')).toBeHidden()
  expect(await seriousViolations(page)).toEqual([])
  expect(`${await page.content()}${shop.desk.output()}`).not.toContain('e2e-webhook-secret')
})

test('plays each ring sound, turns the sound on by that, and keeps the choice over a reload', async ({
  shop,
  page,
}) => {
  const sound = await listen(page)
  await shop.open('/settings')
  const section = page.getByRole('region', { name: 'Sound' })
  await section.getByRole('button', { name: 'Play Knock' }).click()
  await expect(section.getByText('Sound on: new orders ring on this tablet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on sound' })).toBeHidden()
  for (const name of ['Chime', 'Bell', 'Knock', 'Alarm']) {
    const { tones } = await sound()
    await section.getByRole('button', { name: `Play ${name}` }).click()
    expect((await sound()).tones, name).toBeGreaterThan(tones)
  }
  await section.getByRole('radio', { name: 'Alarm' }).check()
  const volume = section.getByRole('slider', { name: 'Volume' })
  await volume.fill('40')
  await section.getByRole('radio', { name: '10 minutes' }).check()
  expect(await seriousViolations(page)).toEqual([])
  await page.reload()
  await expect(section.getByRole('radio', { name: 'Alarm' })).toBeChecked()
  await expect(volume).toHaveValue('40')
  await expect(section.getByRole('radio', { name: '10 minutes' })).toBeChecked()
})
