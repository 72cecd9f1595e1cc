import type { GuideTexts } from "./chapters";

export const SPANISH: GuideTexts = {
  chapters: {
    start: "Primeros pasos",
    monitoring: "Monitorización",
    exceptions: "Excepciones y alarmas",
    goods: "Productos y lotes",
    orders: "Órdenes de trabajo",
    analysis: "Análisis",
    organisation: "Organización",
    carriers: "Puntos de control",
    devices: "Dispositivos",
    accounts: "Cuentas",
    system: "Sistema",
    logs: "Registros",
  },
  topics: {
    first_steps: [
      "Para empezar",
      `
Un **punto de control** es lo que se mantiene frío: un frigorífico, una cámara, un vehículo. Un **dispositivo** mide en él. Un **rango** dice qué valores se admiten. Fuera de él empieza una **excepción**, y un **disparador de alarma** decide a quién se avisa.

## Un día normal
1. Mire el [inicio](/home). Una frase arriba dice si todo va bien.
2. Si no, abra la excepción, vaya a ver y **confírmela** con una palabra sobre lo que encontró. Los avisos dejan de repetirse.
3. Cuando los valores vuelvan, **trátela**: motivo y medidas. Así queda registrada.

## Puesta en marcha
- [El asistente](#setup_wizard) lleva un dispositivo de la caja a la primera lectura.
- Después, los [rangos](#ranges), los [contactos](#contacts) y [un disparador](#alarm_triggers).
- Por último, **envíe una alarma de prueba**: al final del asistente, en el inicio o desde la página del punto de control.

## Encontrar cosas
- **Ctrl K** busca páginas, puntos de control y dispositivos desde cualquier lugar.
- El **?** de arriba explica la página en la que está.
- Usted ve las páginas que su rol permite. Si falta una, pregunte a su administrador.
`,
    ],
    colours: [
      "Qué significan los colores",
      `
Un color nunca está solo: un icono o una palabra dice lo mismo.

- {normal|Normal} Todos los valores están en su rango.
- {warning|Aviso} Conviene mirarlo pronto: un aviso anticipado, una calibración que vence.
- {above|Sobre el máximo} Un valor supera su límite superior.
- {below|Bajo el mínimo} Un valor está bajo su límite inferior. Helarse puede dañar más que calentarse.
- {critical|Crítico} Actúe ahora.
- {offline|Sin conexión} Hace demasiado que no llega nada. El último valor puede ser antiguo.
- {paused|En pausa} Las alarmas están desactivadas o en pausa, o el punto no está en uso.

Un valor en gris está **anticuado**: al lado pone su edad. Cuando un valor cambia, su fondo se ilumina una vez.

El punto de arriba muestra la conexión: mientras diga en vivo, todo se actualiza solo.
`,
    ],
    lists: [
      "Listas, vistas y teclas",
      `
Todas las listas funcionan igual.

## Filtros
- Escriba en el campo de búsqueda: la lista le sigue al instante.
- Cada filtro en uso es una ficha con su propio control. **Añadir filtro** ofrece los demás; la cruz de una ficha lo quita y **Restablecer** los quita todos.
- La dirección contiene los filtros: envíela a un colega o vuelva atrás en el navegador.

## Vistas guardadas
**Vistas**, junto a los filtros, los guarda con un nombre para esta lista.
- Una vista es solo suya. Las cuentas que ven todo el cliente pueden compartirla con todos sus usuarios.
- Una vista no muestra más de lo que permite su rol.

## Archivos
**Exportar** hace un archivo con lo que muestra la lista, todas sus páginas, y se puede [programar](#export_tasks). Vea [exportaciones y descargas](#downloads).

## Teclas
- **Ctrl K** encuentra páginas, puntos de control y dispositivos. **?** muestra las teclas de esta página.
- **/** va al campo de búsqueda, **J** y **K** a la fila siguiente y anterior, **Intro** la abre, **X** la selecciona y **C** crea un registro.
- **G** y una letra van a una página.
- Las teclas sueltas no hacen nada mientras escribe, y se pueden desactivar en ese mismo panel.
`,
    ],
    home: [
      "Inicio",
      `
La primera página responde a una pregunta: ¿está todo bien? La frase de arriba cuenta los puntos vigilados y nombra los que tienen una excepción.

## Qué hacer después
- Un punto con color: pulse para ver sus valores en vivo y la excepción abierta.
- **Últimas excepciones**: confirme desde aquí o ábralas todas.
- Las cifras grises son puntos sin datos. Mire primero la alimentación y la pasarela.

## Cambiar la página
Hay cinco estilos: mapa, lista, estadísticas, sensores y paneles. Elija uno en **Ajustes de inicio**, en el menú de su nombre. Solo cambia su cuenta. En un panel usted ordena las tarjetas.
`,
    ],
    list_data: [
      "Datos en lista",
      `
Todos los puntos de control con sus valores en vivo, los peores primero. Se actualizan solos.

- La franja de arriba cuenta por estado; pulse una cifra para ver solo esos.
- La línea bajo un nombre dice por qué está ahí, como «temperatura sobre 8 °C desde hace 12 min».
- {paused|En pausa} significa que no se avisa a nadie, aunque siguen llegando valores.

## Qué hacer después
1. Pulse una fila para la ventana en vivo, o el icono del gráfico para el [historial](#history).
2. Marque varias filas para comparar sus curvas.
3. La campana activa, desactiva o pausa la alarma, hasta 7 días. Se pide un motivo y queda registrado.

Si el orden ha cambiado mientras lee, un botón ofrece el nuevo: las filas no saltan bajo su mano.
`,
    ],
    map_data: [
      "Datos en mapa",
      `
Dónde están los puntos de control, en el color de su estado. Un número son varios juntos: pulse para acercar. El color es el del peor estado.

- Los vehículos están donde se oyeron por última vez y se mueven con sus posiciones.
- Los puntos fijos están donde se introdujeron, o en el nodo de mapa de su lugar.
- Los que no tienen lugar se cuentan junto al mapa.

Pulse un punto para ver sus valores, su excepción y el camino a su recorrido o historial.
`,
    ],
    live_data: [
      "Datos en vivo de un punto",
      `
Un punto de control al segundo: valores con sus límites, la curva de las últimas horas, puerta y alimentación, y excepciones abiertas.

- Las líneas discontinuas son los límites. Lo que queda fuera se sombrea en {above|naranja} o {below|azul}.
- Un hueco en la curva es tiempo sin datos, no un valor de 0.
- La señal y la batería del sensor están junto al valor.

Si un valor está gris, mire cuándo llegó. Después compruebe la batería del sensor y su pasarela en [dispositivos](#devices).
`,
    ],
    history: [
      "Historial",
      `
Lecturas de uno o más puntos de control en cualquier periodo: gráfico, tabla, cifras y archivo.

## Leer el gráfico
- Gire la rueda o pellizque para acercar; arrastre para mover. Los datos más finos se cargan solos.
- En periodos largos, una banda muestra el más bajo y el más alto tras la media: ningún pico se oculta.
- Los huecos quedan abiertos. Lo sombreado está fuera de rango.

## Cifras
Mínimo, máximo, media, tiempo fuera, integridad y **temperatura cinética media**, que pesa más las horas cálidas, como los medicamentos.

## Qué hacer después
- Exporte el periodo como archivo para una inspección.
- Los valores que una regla apartó se ven tachados y no cuentan.
- Los archivos de registradores pueden superponerse a la curva; se marcan como importados.
`,
    ],
    downloads: [
      "Exportaciones y descargas",
      `
**Exportar**, encima de una lista, un recorrido o el historial, crea un archivo con lo que muestra la lista, todas sus páginas: CSV para cualquier programa, Excel para una hoja de cálculo.

- El navegador guarda un archivo pequeño en segundos. Uno grande se genera en segundo plano; la barra superior muestra el avance y puede seguir trabajando.
- [Descargas](/download) tiene todos sus archivos: descárguelos de nuevo, cancele uno en curso, elimine los que ya no necesita. Nadie más los ve.
- Un archivo se conserva los días del parámetro **Conservar exportaciones** y después se elimina.
- Si sus permisos cambian antes de generarse el archivo, falla; si cambian después, ya no puede descargarlo.
- Quién creó un archivo y cada descarga figuran en el [registro del sistema](/noti/sysLog), con su suma SHA-256.
`,
    ],
    tracks: [
      "Recorridos y geocercas",
      `
El recorrido de un vehículo muestra por dónde fue y qué frío hacía, en un mismo eje de tiempo. Reprodúzcalo de 1 a 10 veces la velocidad; las paradas se listan.

Una **geocerca** es una zona, un círculo o un polígono. La consola anota cuándo entra o sale un vehículo.

1. Dibuje la zona en el mapa y póngale nombre.
2. Elija para qué vehículos vale.
3. Sus eventos están debajo y en el recorrido. Una zona nueva o cambiada juzga también todas las posiciones guardadas.
4. Para avisar a alguien, añada a un disparador una condición de geocerca: entra o sale, y cuánto tiempo.

¿Sin posiciones? El sensor necesita GPS, y las posiciones deben estar activadas en el vehículo.
`,
    ],
    device_data: [
      "Datos de dispositivos",
      `
Todos los dispositivos por estado, para encontrar el que falla antes de perder lecturas.

- {offline|Sin conexión} No se ha oído nada durante más tiempo del que admite su intervalo.
- {warning|Aviso} Señal débil, batería baja o una calibración que vence.
- Tras una pasarela callada suele haber muchos sensores callados: empiece por la pasarela.

Abra un dispositivo para ver su conexión, su configuración y dónde está montado.
`,
    ],
    overview: [
      "Vista general para pantalla mural",
      `
Hecha para una pantalla en la pared: cifras grandes, lo peor primero, legible a dos metros.

- Pulse pantalla completa y déjela en marcha. No hay que tocarla.
- Si todo está verde, nadie tiene que hacer nada. Si algo tiene color, al lado están su nombre y el motivo.
- Si se corta la conexión, la página lo dice y vuelve sola.

Dele a la pared una cuenta propia con pocos permisos: otro acceso con su cuenta terminaría el primero.
`,
    ],
    query_codes: [
      "Códigos de consulta",
      `
Un **código de consulta** muestra un punto de control o un sensor a personas sin cuenta: un paciente, un conductor, un inspector, un cliente. Escanean un código QR o abren un enlace; no hay nada que instalar ni sesión que iniciar.

## Crear códigos
1. **Nuevo código** y luego el tipo: el **registro** de un período, una vista **en vivo** o una **pantalla mural** de un lugar.
2. Elija puntos de control o sensores; cada uno recibe su propio código, hasta 100 a la vez.
3. Elija qué ven los demás. Lo que no se marca no está en la página, ni siquiera en su código fuente.
4. Diga cuánto tiempo es válido. Un **PIN** y un número de **aperturas** lo protegen más.
5. Imprima las etiquetas o copie el enlace. Las etiquetas se pueden volver a imprimir.

## Controlarlos
- Pulse un código para ver **cada apertura**: cuándo, desde qué dirección, y los intentos con un PIN incorrecto.
- **Revocar** lo termina al momento, también en las pantallas abiertas.
- {normal|Activo} {paused|Caducado, agotado, revocado}

La **prueba** de un registro es la huella de todas sus lecturas. El archivo de abajo tiene la misma, así que cualquiera puede comprobar que nada ha cambiado.

Una pantalla mural funciona sin iniciar sesión hasta que se revoca, y vuelve sola tras un reinicio.
`,
    ],
    exception_records: [
      "Excepciones: confirmar y tratar",
      `
Una excepción es una vez que algo fue mal: de cuándo a cuándo, cuánto, durante cuánto tiempo y a quién se avisó.

## Dos preguntas
- ¿Sigue? **Abierta** o **resuelta**. Solo lo deciden los valores.
- ¿La ha visto alguien? **Confírmela** con un comentario y, si la conoce, con la causa. Los avisos dejan de repetirse y no se llama a nadie más. Antes ve el valor, los límites, la tendencia y a quién se avisa después. Funciona donde aparece una excepción abierta: aquí, en la página de inicio, en la página del punto de control, en su ventana en vivo, en una ventana emergente y con el enlace de un mensaje.

## Tratarla
Cuando termine: elija el motivo, escriba qué se hizo y diga si fue confirmada, sospechosa o descartada. Queda **tratada**, y puede cerrarse o reabrirse.

Seleccione varias filas para confirmarlas, tratarlas o eliminarlas a la vez: todas o ninguna.

## Eliminar
Una excepción terminada puede eliminarse con un motivo, salvo que su cierre esté firmado. Sale de las listas y de los recuentos; los informes, los archivos, las estadísticas y la auditoría la conservan. Ponga **Eliminadas** en **Mostrar también** para verla.

## Gravedad
Las {critical|críticas} y graves van primero. La gravedad es la del disparador de alarma.

Los motivos se mantienen en [motivos de excepción](/abnormal/abnormalcause). El último no se puede eliminar.
`,
    ],
    alarm_triggers: [
      "Disparadores de alarma",
      `
Un disparador dice **cuándo** algo es una alarma y **a quién** se avisa y **cuándo**. Un punto de control tiene uno como mucho; sin él no da ninguna.

1. Elija la gravedad.
2. Añada condiciones: límites, tiempo acumulado fuera, sin datos, puerta o alimentación, aviso anticipado o geocerca.
3. Dé a cada una su retardo. De cinco a diez minutos evitan que abrir la puerta un momento llame a alguien.
4. Elija días y horas.
5. Escriba el plan de avisos: minutos tras el inicio, un nivel de un grupo de contactos o [quien esté de guardia](#duty_rota), canales, repeticiones. Las filas distan más de 30 minutos; una posterior se salta cuando alguien ha confirmado.
6. Vincule puntos y mire la vista previa: muestra qué habría saltado últimamente.
7. **Envíe una alarma de prueba** desde la página del punto, junto a su plan de avisos: muestra a quién se avisaría ahora, a quién no y por qué, y sigue cada entrega. Los mensajes dicen que son una prueba; no se genera ninguna excepción.

**Conexión y corriente** (sobre la lista) no necesita disparador: se vigilan todos los dispositivos en uso y las pasarelas que comunican un corte de corriente; un dispositivo que envía datos más despacio de lo acordado da un aviso. Fije ahí la gravedad y a quién se avisa; sin filas, los usuarios conectados ven un aviso emergente. Se puede desactivar.

Más en [cómo funcionan los disparadores](/atinstruction).
`,
    ],
    alarm_record: [
      "Registro de alarmas",
      `
El [registro de alarmas](/arch/alarmRecord) muestra las alarmas de un lugar en el tiempo y de quién eran los dispositivos en cada momento.

1. Elija un nodo o un punto de control, y un periodo.
2. Las franjas muestran qué dispositivo estuvo allí y cuándo: propio, recibido o prestado, con sus alarmas.
3. Cada alarma dice de quién era su dispositivo al empezar. Su nombre lleva a todas las alarmas de ese punto de control.
`,
    ],
    silences: [
      "Silencios por mantenimiento",
      `
Un silencio retiene las alarmas un tiempo, a propósito: descongelar, limpiar, trasladar. Las lecturas y excepciones se registran igual; solo que no se llama a nadie.

1. Diga qué se silencia: un lugar, puntos o dispositivos.
2. Diga desde y hasta cuándo, y por qué.
3. Termina solo. Termínelo antes si el trabajo acaba antes.

> Para un solo punto y ahora mismo, la campana de [datos en lista](#list_data) es más rápida.
`,
    ],
    invalid_data: [
      "Reglas de datos no válidos",
      `
A veces un sensor envía lo que no puede ser: un valor de fallo como −127 °C o un salto de 40 grados en un minuto. Una regla lo reconoce.

- Esas lecturas se guardan, se ven tachadas y quedan fuera de alarmas y cifras.
- No se pierde nada: una lectura puede restaurarse.
- Una regla puede aplicarse a lo ya guardado; la vista previa muestra a cuántas lecturas afectaría.

Escriba reglas estrechas. Una desviación real nunca debe tomarse por un fallo.
`,
    ],
    lots: [
      "Productos y lotes",
      `
Un **producto** indica qué temperaturas se permiten y cuánto tiempo; un **lote** es una partida suya. Para cada lote hay una respuesta: **¿puede usarse todavía?**

- {normal|Puede usarse}: todo su tiempo está dentro de lo que permite el producto.
- {warning|Cuarentena}: sigue fuera del intervalo, estuvo a una temperatura de la que el producto no dice nada o pasó demasiado tiempo sin observar. Apártelo hasta que alguien decida.
- {critical|No usar}: ha caducado, se congeló o estuvo fuera más tiempo del permitido.

## Colocar lotes
1. Cree primero el [producto](/goods/product). Los modelos son cifras publicadas con su fuente; lo que cuenta es la etiqueta.
2. Registre el [lote](/goods/lot) y elija o escanee su punto de control, o importe una hoja.
3. Para moverlo, elija el nuevo punto: la colocación anterior termina.

## El cálculo
- El tiempo se suma a partir de los valores medidos en todos los puntos. De varias sondas cuenta, para cada límite, la que estuvo más tiempo más allá.
- El tiempo sin observar nunca cuenta como bueno. Se indica aparte.
- La temperatura cinética media es la de la peor ventana: 30 días o 24 horas. No la hay con menos del 90 % observado ni tras una congelación.

## Decidir
**Liberar**, **desechar**, **preguntar al fabricante** y **devolver minutos** exigen un motivo y una firma. Una nueva excursión después cambia otra vez la respuesta.
`,
    ],
    transports: [
      "Transportes",
      `
Un **transporte** lleva mercancía de un remitente a un destinatario. Conoce sus paradas, su vehículo, sus lotes y la temperatura durante el viaje.

## Del plan a la prueba
1. Planifíquelo en [Transportes](/goods/transport): paradas con lugar y hora, el vehículo, los lotes. Un sistema de almacén puede enviarlo con POST /service/transport; también se importa una hoja, o lo inicia una [geocerca](/databoard/geofence) cuando un vehículo sale de ella.
2. **Cargar** demuestra que el vehículo estuvo en rango durante el tiempo exigido.
3. La salida y la llegada se detectan por las posiciones. También se pueden introducir a mano.
4. El [panel](/goods/transportBoard) muestra todo lo que está en camino: lugar, temperatura, tiempo hasta salir del rango, llegada prevista y retraso. Lo que requiere atención va primero.

## El código de transporte
El albarán lleva un código QR. El receptor lo escanea, ve el viaje y **acepta**, **acepta con una observación** o **rechaza**, con nombre y firma, sin cuenta. Sin conexión, la respuesta queda en el teléfono y se envía después, una sola vez.

- Albarán perdido: **Código nuevo** anula el impreso.
- La respuesta está firmada. Si se cambia después, el transporte lo indica.
- Si el receptor rechaza o deja una observación, quien planificó el transporte y el remitente cuyo correo figura reciben un aviso al momento.
- **Informe (PDF)** en el expediente de un transporte reúne en un documento el trayecto, las lecturas, los lotes y la entrega.

## Si la carga está bien
- {normal|Utilizable}: cada minuto se midió y estuvo en rango, o todos los lotes son utilizables.
- {warning|En cuarentena}: estuvo fuera de rango o sin medición.
- {critical|No utilizable}: al menos un lote no debe usarse.
`,
    ],
    work_orders: [
      "Órdenes de trabajo",
      `
Una **orden de trabajo** es un trabajo por hacer en un punto de control, un dispositivo o un lugar.

## De la alarma a la reparación
1. Abra una [excepción](/abnormal/dataex), pulse **Orden de trabajo** y luego **Crear**: se adjuntan el punto de control, el dispositivo y la excepción. Las demás se crean en [Órdenes de trabajo](/order/workOrder).
2. La persona asignada recibe un mensaje. Sin asignación, la tiene quien la **acepta** primero.
3. En el lugar: tome fotos, escriba un comentario y pulse **Terminar** con lo que se hizo.
4. Quien la creó **confirma** el resultado o la **devuelve**, y la valora con estrellas.

- [Mi ronda](/order/round) muestra lo que tiene que hacer, por sede y lugar.
- Hay un aviso antes del vencimiento y un mensaje cuando ha vencido.
- **Cancelar** exige un motivo. Lo que alguien ha aceptado queda registrado.
- Cada número de la [estadística](/order/workOrderStatistic) lleva a sus órdenes.
`,
    ],
    work_order_rules: [
      "Reglas de órdenes",
      `
Una **regla** crea órdenes por sí sola: por una excepción sin tratar, un dispositivo sin señal, una calibración que vence, una batería baja o una verificación pendiente.

- Hay como mucho una orden abierta por causa.
- Una regla tiene una persona o un grupo y un plazo. Se puede desactivar en cualquier momento; sus órdenes quedan.
`,
    ],
    verifications: [
      "Verificaciones",
      `
Una **verificación** (mapeo) mide una cámara, un vehículo, una caja o un frigorífico en muchos puntos a la vez: qué temperatura hay en cada sitio y cuánto se mantiene dentro de los límites.

1. [Nueva verificación](/arch/verificationTask): punto de control, límites, muestreo y duración.
2. **Planificar**: indique el tamaño, elija un preajuste, pida una propuesta, mueva los puntos y asigne a cada uno un dispositivo calibrado. No se inicia con pocos puntos, un dispositivo en dos verificaciones o una calibración que termina antes.
3. **Iniciar**. El registro empieza cuando todos los dispositivos han enviado datos. Anote cuándo se abrió una puerta o se cortó la corriente.
4. Al terminar, las lecturas se congelan con un hash. Revise las cifras, compárelas con la anterior y **confirme**. El **informe** lleva plano, cifras y mapas, y se firma.

- **Desviación**: valor más alto y más bajo menos el ajuste. **Fluctuación**: ± la mitad del mayor cambio en un punto. **Uniformidad**: diferencia media entre puntos.
- [Verificaciones pendientes](/arch/verificationDue) muestra lo que vence; una [regla](/order/workOrderRule) puede crear la orden.
- Los [preajustes](/arch/verificationPreset) vienen de fuentes secundarias: compruébelos con la norma aplicable.
`,
    ],
    monitor_tasks: [
      "Tareas de supervisión",
      `
Una **tarea de supervisión** comprueba con regularidad qué dispositivos están sin conexión: sensores según su radio, pasarelas, pantallas o repetidores.

1. En [Tareas de supervisión](/arch/task), pulse **Nueva tarea de supervisión** y elija qué busca y dónde.
2. Elija los días (una vez, diaria, semanal, mensual), la hora y el intervalo con que se repite.
3. Elija qué sigue: una excepción, un mensaje a contactos, una orden de trabajo. Sin nada, los hallazgos solo se registran.

- **Ejecutar ahora** comprueba al momento. Una tarea en marcha no se puede eliminar: deténgala antes.
- Cada ejecución nombra los dispositivos sin conexión; [Hallazgos de supervisión](/arch/taskFinding) reúne los de todas las tareas. Llevan al dispositivo, al punto de control, a la excepción y a la orden de trabajo.
- De un dispositivo tras una pasarela sin conexión no sigue nada: es asunto de la pasarela.
- Un silencio tiene una excepción y una orden de trabajo abierta, la pida quien la pida.
- Las comprobaciones perdidas con el sistema parado se nombran en la siguiente ejecución. Las ejecuciones se conservan 90 días.
`,
    ],
    statistics: [
      "Estadísticas",
      `
¿Cómo se conservó todo en un período? Cifras por lugar, tipo, punto de control o sonda, ponderadas por el tiempo en que valió cada valor.

- La **conformidad** es el tiempo dentro del rango ÷ el tiempo observado. Las lagunas no cuentan; la **completitud** dice cuánto se observó.
- **MKT** es la temperatura cinética media de todo el período mostrado.
- Las flechas comparan con el período anterior de igual longitud.
- Un nombre lleva un paso más adentro: del lugar a sus puntos, a sus sondas, a las lecturas.
- **Horas por días** muestra cuándo se sale el valor. Se recorre con las flechas del teclado.

Guarde una selección para abrirla de nuevo; compártala si sus colegas la necesitan.
`,
    ],
    detail_data: [
      "Datos detallados",
      `
Los valores de hasta 20 sondas lado a lado: cada lectura, o una fila por cada 1, 5 o 30 minutos, hora o día.

1. Elija puntos y sondas, y después el período.
2. Elija el intervalo y qué valor muestra la celda: el último, la media ponderada por tiempo, el mínimo o el máximo.
3. **Exportar** guarda todas las filas del período, de la más antigua a la más nueva.

Una flecha marca un valor fuera de su rango. Las filas sin valores se omiten. Un intervalo corto admite un período más corto.
`,
    ],
    guidance: [
      "Guía de análisis",
      `
Qué explica las excepciones de un período y qué hacer.

- Cada explicación dice sus cifras, por qué se muestra, y lleva a las excepciones que la prueban.
- Una regla con pocas pruebas no dice nada.
- **Recuentos** muestra lo más frecuente: por motivo, hora, puerta, punto. La línea suma las partes.
- Los motivos solo se cuentan si se registran: hágalo al [tratar una excepción](#exception_records).
`,
    ],
    export_tasks: [
      "Tareas de exportación",
      `
Una **tarea de exportación** genera un archivo según un horario y lo envía: el historial de unos puntos de control cada lunes, las excepciones de ayer cada mañana, un informe cada mes.

1. Elija qué se exporta y en qué formato; **Programar…**, en cualquier menú **Exportar**, se lleva los filtros de esa lista.
2. Elija la frecuencia y el periodo: ayer, la semana pasada, el mes pasado o los últimos días. Se cuenta hacia atrás desde el día de la ejecución, en la zona horaria del cliente.
3. Indique los destinatarios. Un archivo de hasta 10 MB va adjunto; uno mayor se envía como enlace que caduca a los siete días. Sin destinatarios, el archivo solo está en sus [descargas](/download).

- Una tarea se ejecuta con los permisos que su propietario tiene en ese momento. Quien la guarda es su propietario. Si la cuenta está dada de baja, la tarea no se ejecuta y lo indica.
- Al pulsar una tarea se ven sus ejecuciones: el resultado, el archivo y a quién se envió.
- Las ejecuciones perdidas mientras el servidor estaba parado se recuperan, siete como máximo.
- Si una ejecución falla, se avisa por correo a su propietario.
`,
    ],
    reports: [
      "Informes",
      `
Un informe convierte los datos de un periodo en un PDF que se puede firmar, archivar y comprobar.

1. **Nuevo informe**: elija tipo, puntos de control, periodo, contenido e idioma. El formulario indica su tamaño.
2. Se genera en segundo plano. Ábralo para ver sus cifras, y qué no se incluye y por qué.
3. **Firme como autor**; después otra persona lo **revisa** y lo **aprueba**, o lo **rechaza** con un motivo. Un informe rechazado se genera de nuevo como próxima versión.

## ¿Es auténtico este archivo?
- Cada página lleva un código QR. Abre, sin iniciar sesión, una página que dice qué documento es y quién lo firmó.
- Suelte allí el archivo: se compara en su propio dispositivo. Se nota hasta un byte cambiado.
- Los lectores de PDF también comprueban la firma digital de esta instalación.
- Los datos van adjuntos al PDF como archivo CSV.

> Tras cada firma se genera el archivo de nuevo. Los anteriores siguen siendo conocidos.

## Plantillas
- La pestaña **Plantillas** guarda tipo, puntos de control o lugares, contenido, idiomas, firmas requeridas y un periodo, como la semana pasada.
- **Generar informe** en una fila genera el informe de ese periodo y lo abre. Un lugar vale por todos los puntos de control que tenga entonces.
- Si entre las **firmas requeridas** hay una revisión, nadie puede aprobar antes de ella.
- Un informe de **lotes** muestra dónde estuvieron, si pueden usarse con el cálculo, y las decisiones con sus firmas.
`,
    ],
    archives: [
      "Archivos mensuales",
      `
Cada mes pasa a un archivo firmado: todas las lecturas, las excepciones con lo que se hizo, las hojas de registro, los informes, las firmas y el registro de auditoría, en CSV y JSON. Se hace dos días después de terminar el mes, en la zona horaria del cliente.

1. **Archivar un mes** hace uno en el acto. La lista muestra cuánto falta.
2. Ábralo para ver su tamaño, su SHA-256 y cuántas lecturas llegaron después. **Archivar de nuevo** hace la versión siguiente; las anteriores se conservan.
3. **Verificar** comprueba todas las sumas, la firma y la cadena de auditoría, y nombra lo que falla.

## Dárselo a alguien sin cuenta
- **Cree un enlace**, válido 1, 7 o 30 días, y cópielo. Quien lo tenga puede descargar solo este archivo.
- Cada apertura queda en el [registro del sistema](#system_log). Anule el enlace cuando ya no haga falta.

## Sin esta instalación
- README.txt, dentro del archivo, explica cómo verificarlo con programas comunes.
- **npm run backup:verify** no necesita base de datos. Con los archivos de varios meses nota también uno cambiado por otro.

> Cuánto se guardan los archivos es un [parámetro del sistema](#parameters). Sus hashes se conservan siempre.
`,
    ],
    structure: [
      "Estructura organizativa",
      `
El árbol de su organización: sedes, edificios, departamentos, salas. Dónde está algo decide quién lo ve.

- **Unidad**: edificio, departamento o sala.
- **Plano**: una imagen sobre la que se colocan puntos de control. No tiene nada debajo.
- **Nodo de mapa**: un lugar en el mapa.

Añada con los botones de la derecha. Mueva arrastrando, o con Ctrl+X y Ctrl+V. Lo que se mueve lleva consigo sus puntos y dispositivos, y entonces pueden verlo otros.

Un nodo con contenido no se puede eliminar: mueva antes lo que tiene.
`,
    ],
    floor_plans: [
      "Planos",
      `
Un plano muestra los valores en vivo donde están los puntos de control.

1. Cree un nodo de plano en la [estructura](#structure) y suba una imagen (JPG o PNG).
2. Abra el editor y arrastre los puntos de la lista a su sitio. Las flechas mueven con exactitud el elegido.
3. Guarde. Hasta entonces todo se puede deshacer.

En la vista en vivo un punto tiene el color de su estado; púlselo para ver sus valores.
`,
    ],
    ranges: [
      "Rangos de control",
      `
Un rango dice qué valores se admiten, como de 2 a 8 °C para vacunas. Se vincula a puntos de control; fuera de él empieza una excepción.

1. Parta de un **preajuste** de una norma o escriba los límites. Al menos uno de los dos.
2. Aplíquelo a puntos. Un punto tiene un rango por magnitud: el nuevo sustituye al anterior.

Un cambio de límites vale desde la próxima lectura para todos los puntos que lo usan. El formulario dice cuántos. Un rango en uso no se puede eliminar.
`,
    ],
    contacts: [
      "Contactos",
      `
Las personas a las que se avisa de las alarmas. No necesitan cuenta.

- Un **grupo** recibe el aviso junto, como «farmacia, noche». Los planes de avisos nombran grupos.
- El **nivel** da el orden: primero el nivel 1. Un plan puede avisar, en su lugar, a **quien esté de guardia** según el [cuadro de guardias](#duty_rota) del grupo.
- Los canales son correo, SMS, llamada de voz y notificación push. El aviso emergente no necesita contacto: lo ven los usuarios conectados. Solo entregan los canales que su instalación tiene configurados; el [registro de avisos](#notice_log) muestra qué falló y por qué.
- Las **notificaciones push** son para contactos importados de un usuario, que las activa en su perfil.
- Las horas de silencio aplazan los mensajes hasta que terminan.

## PIN y respuestas
Con un **PIN** de 4 a 8 cifras el contacto reconoce sin la consola:

- SMS: responda como dice el mensaje, por ejemplo \`OK 7K 4711\`: el código del mensaje y después el PIN. No importan el orden, las mayúsculas ni la palabra PIN.
- Llamada de voz: pulse 1 y después el PIN y la tecla almohadilla.

Cinco PIN incorrectos lo bloquean 15 minutos. Nadie puede leer un PIN, y el [registro del sistema](#system_log) dice cuándo se cambió. Las respuestas necesitan una pasarela que las reenvíe: vea [canales de avisos](#notice_channels).

**Importar de usuarios** convierte sus cuentas en contactos. Pruebe un contacto nuevo antes de confiar en él.
`,
    ],
    duty_rota: [
      "Cuadro de guardias",
      `
Quién de un grupo de contactos está de guardia y cuándo. Un [disparador de alarma](#alarm_triggers) puede avisar a **De guardia** en lugar de a un nivel: quién es se decide al enviar cada mensaje, también en repeticiones y escaladas.

- Los **turnos** se repiten cada semana. Uno que pasa de medianoche termina al día siguiente. El suplente sirve mientras el contacto está ausente.
- Los **festivos** sustituyen a los turnos de medianoche a medianoche.
- {critical|Nadie} A esas horas las alarmas van a todo el grupo, y el [registro de avisos](#notice_log) lo dice. Los huecos de las próximas cuatro semanas se nombran antes de guardar.

Con el cambio de hora, un turno termina donde empieza el siguiente.
`,
    ],
    record_sheets: [
      "Hojas de registro",
      `
El formulario de papel de toda nevera de vacunas, rellenado por el sistema: una hoja por punto de control y mes, una fila por día. Están en [registros recogidos](/arch/temprecord).

Con los ajustes GSP, fuera de rango se registra cada 2 minutos. Una hoja abierta se actualiza sola.

## Horas de registro
Un **punto de registro** guarda sus valores hasta siete veces al día o a un intervalo. Ajustes: vacunas (dos veces al día, separadas al menos 6 horas), GSP almacén (cada 30 minutos), GSP transporte (cada 5). Cuenta la lectura más próxima dentro de la tolerancia, según la hora de medición. Lo que llega tarde completa la hoja mientras esté abierta.

## Rellenar
- Un valor que **falta** se introduce a mano con su motivo y queda marcado así.
- Un valor **recogido** no se cambia, solo se comenta.
- Si nadie conoce el valor, se explica con un comentario.

## Aprobación
1. Terminado el mes, **envíe**: firma que la hoja está completa y sus valores quedan fijos.
2. Otra persona la **aprueba** o la **rechaza** con un motivo. Desde la lista se aprueban varias a la vez.
3. **Corregir** abre la versión siguiente; la anterior y sus firmas se conservan.

«Hay datos nuevos» indica lecturas que llegaron tarde. Junto a cada firma se ve si la hoja sigue como se firmó.

**Imprimir** da el formulario en papel, una página por sonda.
`,
    ],
    printing: [
      "Impresión",
      `
[Impresión](/arch/printer) reúne las impresoras de su centro, lo que imprimen solas y todos los trabajos.

## Configurar una impresora
1. En **Impresoras**, añada una **impresora de red para hojas** (IPP, casi cualquiera de oficina) o una **impresora de etiquetas o tiques** (ESC/POS, puerto 9100).
2. Pulse **Imprimir página de prueba**. Si se leen todos los caracteres y el código, está bien configurada.

## Imprimir
- **Imprimir etiqueta** está en las listas de puntos de control, dispositivos y lotes para las filas seleccionadas, y en sus ventanas. Un transporte imprime su albarán.
- Un **grupo de impresión** imprime solo: elija puntos de control, contenidos, impresoras y horas. **Vista previa e imprimir** muestra antes el papel.

## Si algo no se imprime
- Si la impresora no responde, no tiene papel o está abierta, se reintenta durante unas cuatro horas; el trabajo dice por qué espera.
- **Dudoso** significa que se envió y no se sabe si está en papel. Mire la impresora y elija **Está impreso** o **Imprimir de nuevo**. Nada se imprime dos veces por sí solo.
`,
    ],
    carriers: [
      "Puntos de control",
      `
Incubadoras, frigoríficos, vehículos, cámaras, almacenes y tiendas tienen cada uno su lista.

1. **Nuevo**: nombre, lugar y uso. Almacenamiento y transporte se registran con distinta frecuencia.
2. Elija un rango y un disparador de alarma, o cree ambos en el mismo formulario.
3. Una vez guardado, **Registrar su sensor** lleva al paso siguiente: el sensor queda montado al crearlo. Hasta entonces no se vigila nada.

## Estado
- **En servicio**: da alarmas.
- **Descongelando**: se retienen las alarmas sobre el máximo, 60 minutos si no dice otra cosa; termina solo.
- **De reserva**, **dado de baja**, **por reparar**: ninguna alarma.

Marque varios para cambiarlos juntos. Si uno no se puede cambiar, no se cambia ninguno y se nombra.
`,
    ],
    carrier_detail: [
      "Todo sobre un punto de control",
      `
Las pestañas muestran sus valores, dispositivos, rangos, excepciones, documentos y quién cambió qué.

- En **dispositivos** se montan y desmontan sensores. Al sustituir uno, el historial queda entero: lo anterior sigue siendo del sensor antiguo.
- Las **horas de registro** son las del día en que los valores quedan registrados, 7 como mucho.
- Guarde manuales y actas en **documentos**.
`,
    ],
    setup_wizard: [
      "Asistente de puesta en marcha",
      `
De la caja a la primera lectura en cuatro pasos. Puede parar y seguir después.

1. **Conexión de dispositivos**: por una pasarela o directo. La consola muestra dirección y token; el token se ve una sola vez.
2. **Punto de control**: en qué está el sensor.
3. **Índice**: el rango.
4. **Dispositivo**: vincule el sensor. El asistente espera su primera lectura y dice cuándo ha llegado.

¿No llega nada? Compruebe que el dispositivo tiene corriente, la dirección y el token correctos y el reloj en hora: las lecturas de más de 10 minutos en el futuro se rechazan.
`,
    ],
    devices: [
      "Dispositivos",
      `
Sensores, pasarelas, pantallas, repetidores, bases inteligentes, detectores de gas y contactos de puerta tienen cada uno su lista.

- {normal|En línea} oído dentro de su intervalo por la tolerancia.
- {offline|Sin conexión} callado más tiempo. Una pasarela callada da una excepción, no una por cada sensor que hay detrás.
- Sin datos aún: **desconocido**.

## Un dispositivo
**Montar en**, en el formulario de un sensor, detector de gas o contacto de puerta nuevo, lo pone enseguida en su punto de control. Sin nombre, se llama como su número de serie.

## Muchos a la vez
Descargue la plantilla, rellénela e impórtela. Primero se comprueba cada fila; si una está mal, no se escribe nada y se listan todos los fallos.

**Escanear varios** lee los códigos de las etiquetas uno tras otro, con la cámara o un lector USB, y los registra todos juntos.

## Calibración
La lista avisa 30 días antes de que venza un certificado. Un dispositivo en uso se desactiva antes de eliminarlo.
`,
    ],
    unknown_devices: [
      "Dispositivos desconocidos",
      `
Un dispositivo que envía con un token válido suyo y aún no está registrado. No se pierde nada: se guardan las últimas 1000 lecturas de hasta 200 dispositivos, 32 MB en total; las más antiguas dejan sitio primero.

1. Pulse **Registrar**: el formulario se abre con la dirección, la clase y el tipo. Revíselos y pulse **Crear**. La flecha de al lado ofrece las demás clases.
2. En segundos las lecturas guardadas están en el historial, con su hora de medición. Lo que estuvo fuera de rango se juzga como datos tardíos.
3. Las posiciones de un rastreador esperan a que esté en un punto de control que guarde posiciones GPS. Hasta entonces, o si se rechazó una lectura, sigue en la lista con el motivo.

Varios de un mismo cliente: márquelos y pulse **Registrar** sobre la lista. Cada uno se registra como lo que probablemente es.

¿No es suyo? Elimínelo. Si vuelve a enviar, vuelve a aparecer: cambie entonces el token que usa.
`,
    ],
    secondments: [
      "Cesiones",
      `
Preste un dispositivo a otro cliente, o páselo definitivamente, en [Cesiones](/sys/deviceTransfer).

1. Pulse **Ceder un dispositivo**, elija el dispositivo y escriba el código exacto del otro cliente.
2. **Préstamo**: empieza ahora o a una hora, y termina en una fecha o al revocarlo. **Transferencia definitiva**: empieza cuando el otro cliente la confirma.
3. El dispositivo sale de sus puntos de control. Quien lo recibe lo encuentra en el almacén, marcado como recibido, y lo monta.

- Lo que midió antes sigue siendo suyo. Lo que mide mientras tanto es solo de quien lo recibe, aunque llegue tarde.
- **Revocar** recupera el dispositivo, **Devolver** lo entrega. Ambas cosas exigen un motivo y quedan en el registro de los dos.
- Mientras está prestado, solo quien lo recibe lo monta y le envía órdenes. Número de serie, MAC y tipo no cambian.
- Quien recibe una pasarela le da un token propio.
- Un dispositivo cedido no se puede ceder otra vez. Solo las cesiones vigentes tienen detalles.
`,
    ],
    device_detail: [
      "Un dispositivo",
      `
Estado, últimos valores, configuración, conexión y montaje de un dispositivo.

- Una **configuración** va por su pasarela: en espera, configurando, configurado o fallida. Una fallida puede enviarse de nuevo.
- **Conexión y tráfico** muestra cuándo se oyó y cuándo no: un corte cada noche suele ser un corte de corriente.
- Las **propiedades** son los valores en bruto que envió, para soporte.
- **Sustituir** pone otro dispositivo en su lugar desde un instante.
- **Nuevo token de ingesta** permite que un sensor, detector de gas o imán de puerta envíe por sí mismo, como un cliente de ThingsBoard. El token vale solo para este dispositivo y se muestra una vez.

## Campos
En **Campos** de un dispositivo están los de sus últimos mensajes que no se leen. **Leer como…** dice qué es un campo: una magnitud con su unidad, un factor y un desplazamiento (valor × factor + desplazamiento) y la sonda si hay varias; o nada. **Probar** muestra lo que darían los últimos mensajes. Una vez guardado, se aplica a todos sus dispositivos de ese tipo.
`,
    ],
    profile: [
      "Su perfil",
      `
Nombre, imagen, idioma, contraseña, firma y lo que protege su cuenta.

- Cambiar la contraseña termina todas sus sesiones; vuelva a entrar.
- El **segundo factor** pide además un código de su teléfono. Guarde los códigos de reserva en otro sitio.
- El **código QR de acceso** le da entrada en otro dispositivo.
- Las **notificaciones push** muestran las alarmas en este dispositivo con la consola cerrada o sin sesión, con un botón para reconocer.
- Una cuenta puede estar abierta en varios dispositivos a la vez (parámetro **Sesiones a la vez**). Una entrada más cierra la sesión más antigua. Si se cerró la suya por eso y usted no entró en otro lugar, cambie la contraseña.
- **¿Ha olvidado la contraseña?** en la página de acceso envía un enlace por correo, si la instalación envía correo y su cuenta tiene una dirección. Sirve una vez, durante media hora, y cierra todas sus sesiones. Si no, pida a su administrador una contraseña de un solo uso.
`,
    ],
    users: [
      "Usuarios",
      `
Una cuenta por persona: así el registro dice quién hizo qué.

1. Cree la cuenta con un rol. El rol dice qué; el lugar dice dónde.
2. Dé a la persona la contraseña de un solo uso. Se muestra una vez y hay que cambiarla al entrar.

- **Restablecer la contraseña** crea otra de un solo uso.
- **Dar de baja** termina las sesiones al momento y conserva el historial. Activar devuelve justo lo que se desactivó.
- Solo puede dar lo que usted mismo tiene.
`,
    ],
    roles: [
      "Roles",
      `
Un rol es un conjunto de permisos. Marque lo que pueden hacer quienes lo tienen: ver, crear, editar, eliminar.

- Editar incluye ver.
- Los roles de usuarios de un cliente necesitan un lugar de la organización; los de agentes, un cliente.
- Quitar un permiso vale al momento, para todos.
- El rol predeterminado se queda. Eliminar otro elimina también a sus usuarios, tras preguntar.

Un rol nuevo se rellena **a partir de una plantilla** (enfermería, farmacia, técnico…). Empiece con poco y añada lo que falte.
`,
    ],
    api_keys: [
      "Claves de API",
      `
Una clave deja que otro sistema lea o escriba para su cliente. No representa a una persona, así que no puede firmar, confirmar ni crear más claves.

1. Póngale un nombre que diga quién la usa y solo los permisos necesarios.
2. Cópiela ahora: se muestra una vez y se guarda como hash.
3. Revóquela cuando ya no haga falta. Termina al momento.

Todas las llamadas se describen en GET /service/openapi.json.
`,
    ],
    customers: [
      "Clientes",
      `
Cada cliente tiene su árbol, roles, usuarios, puntos de control y dispositivos. Nadie ve los de otro.

- La **zona horaria** corta los días y decide cuándo valen calendarios y horas de silencio.
- La **unidad de temperatura**, °C o °F, es la que su gente lee y escribe en todas las páginas, avisos y documentos. Los valores guardados y las interfaces siguen en °C. Su propio administrador puede elegirla en los detalles del cliente.
- El **cupo** limita el número de dispositivos; la **conservación**, cuánto se guardan los datos.
- **Dar de baja** desactiva sus roles, usuarios y vigilancia; activar restaura justo eso.
- Eliminar se lo lleva todo, tras una pregunta que lo cuenta.
`,
    ],
    parameters: [
      "Parámetros",
      `
Ajustes de toda la instalación; algunos pueden fijarse por cliente.

- La lista muestra qué difiere del valor predeterminado. Volver a él es un botón del formulario.
- La conservación decide cuántos días se guardan lecturas y registros. Lo borrado no vuelve.
- Los intervalos y la tolerancia deciden cuándo un dispositivo está sin conexión. Demasiado justos, y una radio débil despierta a la gente.
`,
    ],
    reference_lists: [
      "Unidades y tipos",
      `
Listas de las que eligen los formularios: unidades de medida, tipos de punto de control y tipos de dispositivo.

- Lo que viene con el producto se queda. Desactive lo que no use: ya no se ofrece, y lo que lo tiene lo conserva.
- Un **tipo de punto de control** propio se basa en una de las siete clases.
- Un **tipo de dispositivo** dice qué mide un modelo y cada cuánto informa.
- Una **unidad** pertenece a una magnitud.
`,
    ],
    forwarding: [
      "Reenvío",
      `
Envía lecturas y excepciones a otra plataforma, por MQTT, HTTP o TCP.

1. Escriba dirección y credenciales y pulse **probar**: envía un mensaje y muestra la respuesta.
2. Elija qué se envía y actívelo.

- No se pierde nada mientras el otro lado no está: espera y se envía en orden.
- La ventana de la plataforma muestra la conexión, lo que espera y el último error. Desde allí se puede enviar de nuevo o saltar.
`,
    ],
    menu_resources: [
      "Recursos del menú",
      `
El menú tal como lo ven todas las cuentas. Aquí solo entra Root.

- Arrastre filas, o pulse las flechas en un asa, para ordenar.
- **Oculto** saca una entrada del menú; su página conserva la dirección. Quitar **activado** lo hace para todos.
- Una entrada propia lleva a una página de la consola o a una dirección https.

El menú decide qué se muestra, no qué se permite: eso es cosa del rol.
`,
    ],
    online_help: [
      "Escribir esta ayuda",
      `
Los capítulos están a la izquierda y sus temas a la derecha. Ambos se ordenan por sus asas, con el ratón o las flechas.

- Un tema explica pantallas: su **?** lo abre. Quien no puede abrir ninguna de ellas no ve el tema.
- Escríbalo en uno o más idiomas. Donde falte uno, se lee el texto chino o, si no lo hay, el inglés, y se dice.
- Markdown hace títulos, listas, notas y enlaces. El HTML se muestra tal cual y no hace nada.
- Lo que cambie en un tema del producto es suyo: una versión nueva no lo sobrescribe.

Desactive un tema para que no se lea. Los propios pueden eliminarse una vez desactivados.
`,
    ],
    notice_log: [
      "Registro de avisos",
      `
Cada intento de avisar a alguien: por correo, SMS, llamada de voz, notificación push o aviso emergente, a quién, cuándo y si llegó.

- {normal|Enviado} El servidor de correo, la pasarela o el servicio push lo aceptó.
- {normal|Recibida} Una respuesta por SMS o teléfono que reconoció una alarma.
- {critical|Fallido} Al lado está el motivo: canal sin configurar, número erróneo, PIN incorrecto en una respuesta.

Los mensajes a quien está de guardia dicen cómo se halló el destinatario: **De guardia**, o todo el grupo porque no había nadie. ¿No se avisó a nadie? Mire primero aquí; después, el plan del [disparador](#alarm_triggers), sus horas, los silencios y las horas de silencio.
`,
    ],
    notice_channels: [
      "Canales de avisos",
      `
Si funcionan el canal de correo, SMS, llamada de voz, notificación push y aviso emergente: la última entrega, el último fallo y su motivo, lo que espera y cuánto tardan los mensajes.

- {normal|Funciona} Los mensajes se entregan.
- {warning|Sin configurar} No se envía nada. Lo configura el operador de la instalación.
- {critical|Falla} Desde hace un minuto o más fallan todos los intentos. Se avisa a los responsables por los demás canales; la primera entrega termina el fallo.

**Enviar prueba** manda un mensaje real a usted o a un contacto y muestra el resultado. Las notificaciones push se prueban en el dispositivo que las recibe, en el [perfil](#profile). Una barra sobre cada página nombra los canales que no funcionan y de los que dependen disparadores de alarma.

**Respuestas por SMS y teléfono** enumera las pasarelas que reenvían lo que responden los contactos, para quienes pueden gestionarlas. Introduzca dirección y secreto en la pasarela: el secreto se muestra una sola vez. Tras crear otro, el anterior vale 24 horas más. Para reconocer, un [contacto](#contacts) necesita un PIN.
`,
    ],
    system_log: [
      "Registro del sistema",
      `
Quién cambió qué, cuándo y desde dónde, con los valores de antes y de después.

- Filtre por persona, módulo o tiempo. El registro de un punto o dispositivo se abre desde su página.
- Las filas de un cliente forman una cadena. **Verificar** la recorre y nombra la primera fila cambiada o quitada.
- Nada de aquí puede eliminarse a mano.
- Una vez al día los extremos firmados de las cadenas van al registro del servidor y a la dirección de **Depositario de la auditoría** en los [parámetros del sistema](#parameters). Guarde esos correos: solo ellos muestran que una cadena entera fue devuelta a un estado anterior.
`,
    ],
    alarm_switch_log: [
      "Cambios de alarma",
      `
Cada cambio de una alarma: activada, desactivada o en pausa hasta cuándo, por quién y por qué. El fin de una pausa lo registra el sistema.

Un inspector pregunta: ¿quién sabía que anoche este frigorífico no estaba vigilado? Aquí está la respuesta. Filtre por punto o tiempo y exporte la lista.
`,
    ],
  },
};
