import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Picture, Sign } from '#web/components/picture.tsx'
import { Digits } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { formatSent } from '#web/format/times.ts'
import { pictureAddress } from '#web/format/picture-address.ts'
import { Value } from '#web/format/value.tsx'

/** The order's payment, delivery and numbers. */
export function OrderFacts({ order }: { readonly order: ReadOrder }) {
  const t = useTranslate()
  const language = useLanguage()
  const vendor = readable(order.vendor)
  const paymentType = readable(order.payment_method)?.payment_type
  return (
    <section aria-label={t('order.details')} className="rounded border border-line bg-raised px-4 py-3">
      <dl className="order-facts">
        <Fact name={t('order.payment')}>
          <Value of={order.payment_method}>
            {({ title, key, sub_title: more, featured_image: sign }) => (
              <>
                <Signed sign={sign}>
                  <Value of={title || key} />
                </Signed>
                {isSent(more) && (
                  <span className="block text-sm text-soft">
                    <Value of={more} />
                  </span>
                )}
              </>
            )}
          </Value>
        </Fact>
        {isSent(paymentType) && (
          <Fact name={t('order.paymentType')}>
            <Value of={paymentType} />
          </Fact>
        )}
        <Fact name={t('order.delivery')}>
          <Value of={order.delivery_method}>
            {({ name, featured_image: sign }) => (
              <Signed sign={sign}>
                <Value of={name} />
              </Signed>
            )}
          </Value>
          <span className="block text-sm text-soft">
            <Value of={order.is_pickup}>{(isPickup) => t(isPickup ? 'order.isPickup' : 'order.isDelivery')}</Value>
          </span>
        </Fact>
        <Fact name={t('order.placed')}>
          <Value of={order.created_at}>
            {(text) => <bdi className="tabular-nums">{formatSent(text, language, t)}</bdi>}
          </Value>
        </Fact>
        <Fact name={t('order.receipt')}>
          <Value of={order.receipt_number}>{(text) => <Digits>{text}</Digits>}</Value>
        </Fact>
        <Fact name={t('order.id')}>
          <Digits>{order.id}</Digits>
        </Fact>
        <Fact name={t('order.service')}>
          <Value of={order.service} />
        </Fact>
        <Fact name={t('order.shop')}>
          <span className="flex items-baseline justify-end gap-2">
            <Picture src={pictureAddress(vendor?.featured_image)} className="size-8" />
            <Part of={order.vendor} field="name" />
          </span>
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 text-end font-semibold">{children}</dd>
  </>
)

/** unspecified: the meaning of a payment's second title and its type; the specification's examples only have null. */
const isSent = (text: unknown): boolean => text !== undefined && text !== null && text !== ''

/** A name with its icon. */
const Signed = ({ sign, children }: { readonly sign: unknown; readonly children: ReactNode }) => (
  <span className="flex items-center justify-end gap-2">
    <Sign src={pictureAddress(sign)} className="h-6 w-auto max-w-16 object-contain" />
    <span className="min-w-0">{children}</span>
  </span>
)

type PartProps<Field extends string> = { readonly field: Field; readonly of: unknown }

/** One field of an object. Both may be missing or unreadable. */
function Part<Field extends string>({ of, field }: PartProps<Field>) {
  const part = of as Parameters<typeof Value<Record<Field, string>>>[0]['of']
  return <Value of={part}>{(fields) => <Value of={fields[field]} />}</Value>
}
