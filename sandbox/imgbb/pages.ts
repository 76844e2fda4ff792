import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type FaultSwitches, faultForm } from '../fault-switches.ts'
import { sendPage } from '../forms.ts'
import { type Html, html } from '../page.ts'
import { filenameOf, fileUrl } from './answer.ts'
import type { Picture, Pictures } from './pictures.ts'

const style = html`<style>
  .gallery { list-style: none; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)) }
  .gallery a { display: block; text-decoration: none; overflow-wrap: anywhere } .gallery img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: .5rem }
  .whole { max-width: 100%; height: auto; border-radius: .5rem }
</style>`

interface PictureParams {
  Params: { id: string; key: string }
}

export function galleryRoutes<Name extends string>(
  app: FastifyInstance,
  context: Context,
  pictures: Pictures,
  faults: FaultSwitches<Name>,
): void {
  app.get('/imgbb', async (_, reply) =>
    sendPage(reply, 'Pictures', html`${style}${gallery(context, pictures.list())}${faultForm(faults)}`),
  )
  app.get<PictureParams>('/imgbb/:id', async (request, reply) => {
    const picture = pictures.get(request.params.id)
    if (!picture)
      return sendPage(reply, 'No such picture', html`<p><a href="/imgbb">All pictures</a></p>`, 404)
    return sendPage(reply, filenameOf(picture), shown(context, picture))
  })
  app.get<PictureParams>('/imgbb/:id/:key', async (request, reply) => {
    const picture = pictures.get(request.params.id)
    if (picture?.deleteKey !== request.params.key)
      return sendPage(reply, 'No such picture', html`<p><a href="/imgbb">All pictures</a></p>`, 404)
    const body = html`${shown(context, picture)}<form method="post"><button>Delete this picture</button></form>`
    return sendPage(reply, filenameOf(picture), body)
  })
  app.post<PictureParams>('/imgbb/:id/:key', async (request, reply) => {
    if (pictures.get(request.params.id)?.deleteKey === request.params.key) pictures.remove(request.params.id)
    return reply.redirect('/imgbb', 303)
  })
}

function gallery(context: Context, pictures: Picture[]): Html {
  if (pictures.length === 0) return html`<div class="card"><p>Nothing has been uploaded yet.</p></div>`
  const items = pictures.map(
    picture => html`<li><a href="/imgbb/${picture.id}"><img src="${fileUrl(context, picture, 'thumb')}" alt="" loading="lazy">
      ${filenameOf(picture)}<br><small>${picture.width} × ${picture.height}</small></a></li>`,
  )
  return html`<ul class="gallery">${items}</ul>`
}

function shown(context: Context, picture: Picture): Html {
  const url = fileUrl(context, picture, 'full')
  return html`${style}<p><img class="whole" src="${url}" alt="${picture.name}" width="${picture.width}" height="${picture.height}"></p>
    <p><a href="${url}">The file</a>: ${picture.mime}, ${picture.size} bytes, uploaded ${new Date(picture.uploadedAt).toISOString()}.
    <a href="/imgbb">All pictures</a></p>`
}
