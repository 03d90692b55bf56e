import type { Phone } from '#contract/desk/alerts.ts'
import type { PhoneRecord } from '#domain/alert.ts'
import type { Device } from '#server/storage/store.ts'

export const iso = (at: number): string => new Date(at).toISOString()

/** A phone as people see it: without its address and keys. */
export const shownPhone = (phone: PhoneRecord, devices: readonly Pick<Device, 'id' | 'name'>[]): Phone => ({
  id: phone.id,
  device_id: phone.deviceId,
  name: devices.find(({ id }) => id === phone.deviceId)?.name ?? '',
  created_at: iso(phone.createdAt),
  delivered_at: phone.deliveredAt === null ? null : iso(phone.deliveredAt),
})
