import type { ApiOperation, ApiSchema } from '#contract/desk/api-keys.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { InlineCode, Prose } from './prose.tsx'
import { Fields, SchemaType } from './schema-fields.tsx'

export interface OperationAtPath {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

/** One operation: its address, what it takes and answers, and what a test has asked and got. */
export function Operation({ at: { method, path, operation } }: { readonly at: OperationAtPath }) {
  const t = useTranslate()
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const failures = Object.entries(responses).filter(([status, { $ref }]) => !status.startsWith('2') && !$ref)
  const body = requestBody?.content['application/json']?.schema
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="flex scroll-mt-36 flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6"
    >
      <div dir="ltr" lang="en" className="flex flex-col gap-3">
        <h2 id={`${operationId}-title`} className="text-lg font-bold">
          {summary}
        </h2>
        <p className="font-semibold break-words">
          <code>{`${method} ${path}`}</code>
        </p>
        <Prose text={description} />
      </div>
      {parameters.length > 0 && (
        <Part title={t('apiKeys.parameters')}>
          <dl className="flex flex-col gap-2">
            {parameters.map((parameter) => (
              <div key={parameter.name}>
                <dt>
                  <InlineCode>{parameter.name}</InlineCode>{' '}
                  <span className="text-sm text-soft">
                    {parameter.in}
                    {parameter.required && `, ${t('apiKeys.required')}`}
                  </span>
                </dt>
                <dd className="ms-4">
                  <Prose text={parameter.description} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {body && (
        <Part title={t('apiKeys.body')}>
          {body.properties ? <Fields schema={body} isSent /> : <SchemaType schema={body} />}
        </Part>
      )}
      <Part title={t('apiKeys.answer')}>
        {Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, answer]) => (
            <Answer key={status} status={status} answer={answer} />
          ))}
      </Part>
      {failures.length > 0 && (
        <Part title={t('apiKeys.errors')}>
          <dl className="flex flex-col gap-2">
            {failures.map(([status, { description: meaning = '' }]) => (
              <div key={status} className="flex gap-3">
                <dt className="font-semibold">{status}</dt>
                <dd className="min-w-0">
                  <Prose text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      <Examples operation={operation} />
    </section>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-soft">{title}</h3>
      <div dir="ltr" lang="en" className="flex flex-col gap-3">
        {children}
      </div>
    </div>
  )
}

interface AnswerProps {
  readonly status: string
  readonly answer: ApiOperation['responses'][string]
}

function Answer({ status, answer: { description, content = {} } }: AnswerProps) {
  const [type = '', shape] = Object.entries(content)[0] ?? []
  const schema: ApiSchema = shape?.schema ?? {}
  return (
    <div className="flex flex-col gap-1">
      <p>
        <span className="font-semibold">{status}</span> {description} {type && <InlineCode>{type}</InlineCode>}
      </p>
      {schema.properties ? <Fields schema={schema} /> : schema.$ref && <SchemaType schema={schema} />}
    </div>
  )
}

/** What a test has asked, and what was answered. */
function Examples({ operation: { 'x-codeSamples': samples = [], responses } }: { readonly operation: ApiOperation }) {
  const t = useTranslate()
  if (samples.length === 0) return null
  const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((each) => ({ status, ...each })),
  )
  const answerOf = (label: string) => {
    for (const { status, examples = {}, example } of contents) {
      if (example !== undefined) return { status, text: example }
      const found = Object.values(examples).find(({ summary }) => summary === label)
      if (found) return { status, text: JSON.stringify(found.value, null, 2) }
    }
    return undefined
  }
  return (
    <Part title={t('apiKeys.examples')}>
      {samples.map(({ label, source }) => {
        const answer = answerOf(label)
        return (
          <figure key={label} className="flex flex-col gap-1">
            <figcaption className="font-semibold">{label}</figcaption>
            <Listing text={source} />
            {answer && (
              <>
                <p className="text-sm text-soft">{answer.status}</p>
                <Listing text={answer.text} />
              </>
            )}
          </figure>
        )
      })}
    </Part>
  )
}

/** A long text with its own scrolling, which is printed whole. The keyboard reaches it too. */
const Listing = ({ text }: { readonly text: string }) => (
  <pre
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    tabIndex={0}
    className="max-h-96 overflow-auto rounded bg-sunken p-3 text-sm print:max-h-none print:whitespace-pre-wrap"
  >
    <code>{text}</code>
  </pre>
)
