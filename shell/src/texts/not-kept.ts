/** What a person is told, once, whose browser keeps nothing of the site. Apart: nobody else loads it. */
export const notKept =
  'Este navegador no guarda los datos de este sitio: si recargas la página, tendrás que entrar de nuevo.';
