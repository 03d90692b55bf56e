/** Problems of the whole desk that somebody must look into. */
export const alarmCodes = [
  'webhook_refused',
  'webhook_unreadable',
  'webhook_off',
  'store_unavailable',
  'store_damaged',
  'disk_low',
  'copies_failing',
  'clock_differs',
  'vendor_token',
  'vendor_other_order',
  'printer_paper_out',
  'printer_cover_open',
  'printer_fault',
  'printer_unreachable',
  'print_waits',
  'orders_silent',
] as const
export type AlarmCode = (typeof alarmCodes)[number]
