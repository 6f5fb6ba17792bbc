/** The one-time hint for browsers that block or cannot store site data. A separate module: others do not load it. */
export const storageBlocked =
  'Este navegador no guarda los datos de este sitio: si recargas la página, tendrás que entrar de nuevo.';
